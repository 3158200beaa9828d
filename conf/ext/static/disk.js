/**
 * Not a module: from a file:// address browsers load no modules, and Play and Code would do nothing, without a word.
 */
if (location.protocol === 'file:') {
  for (const box of document.querySelectorAll('.mancala')) {
    box.querySelector('.mancala-status').textContent = JSON.parse(box.dataset.words).disk;
  }
}
