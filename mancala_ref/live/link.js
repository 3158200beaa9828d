/**
 * Reads links to boards. All that a link says is data, checked against what the page knows of its game; the first fault
 * ends the reading. What only the engine can know, such as whether a record can be played, it tells when it opens the
 * board.
 *
 *   position   what is shown; no link is without it
 *   start      where the record begins, if not at the opening
 *   record     the turns from there to the position
 *   reading    by which rules, if not the game's usual ones
 *   options    what differs from the reading: `key=value,key=value`
 */

const LONGEST = 20_000; // characters of a parameter
const NO_MOVE = /[^a-z0-9. -]|[^ ]{41}/; // in a record; no turn is as long

/** Why a link is not followed: the key of a sentence, and what fills its blanks. */
class Fault extends Error {
  constructor(key, values) { Object.assign(super(key), { key, values }); }
}

/** Reads a parameter from left to right, by sticky patterns that leave no choice. */
class Reader {
  at = 0;

  constructor(parameter, text) { Object.assign(this, { parameter, text }); }

  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  need(pattern) { return this.take(pattern) ?? this.fail('link_character'); }

  fail(key, values, at = this.at) { throw new Fault(key, { parameter: this.parameter, at: at + 1, ...values }); }
}

/** Read a position text for a board of so many ranks and one of these numbers of columns. */
function position(reader, ranks, sizes) {
  const rows = [];
  do {
    const row = [], most = Math.max(...sizes), begin = reader.at;
    const check = (right) => right || reader.fail('link_columns', { columns: sizes.join(', ') }, begin);
    do {
      const [seeds, holes] = reader.need(/(\d{1,4})(?:\*(\d{1,4}))?/y).slice(1).map((digits = 1) => Number(digits));
      check(holes > 0 && row.length + holes <= most);
      row.push(...Array(holes).fill(seeds));
    } while (reader.take(/,/y));
    reader.need(/(?=[/ ])/y);
    check(sizes.includes(row.length));
    sizes = [row.length]; // for the ranks that follow
    rows.push(row);
  } while (reader.take(/\//y));
  if (rows.length !== ranks) reader.fail('link_ranks', { found: rows.length });
  reader.need(/ /y);
  const [mover] = reader.need(/[SN]/y);
  const [, S, N] = reader.take(/ captured=(\d{1,6})-(\d{1,6})/y) ?? [0, 0, 0];
  const [, free] = reader.take(/ free=(\d{1,6})/y) ?? [0, 0];
  const [, turn] = reader.take(/ turn=(\d{1,6})/y) ?? [0, 0];
  reader.need(/$/y);
  return { rows, mover, captured: { S: Number(S), N: Number(N) }, free: Number(free), turn: Number(turn) };
}

/** Read option values, out of those that there are. */
function values(reader, known) {
  const found = new Map();
  while (reader.at < reader.text.length) {
    const begin = reader.at, [, option] = reader.take(/([a-z_]+)=/y) ?? [];
    if (!Object.hasOwn(known, option)) reader.fail('link_option', {}, begin);
    if (found.has(option)) reader.fail('link_twice', { parameter: option });
    const at = reader.at, [value] = reader.take(/[^,]*/y);
    if (!known[option].includes(value)) reader.fail('link_value', { option, values: known[option].join(', ') }, at);
    found.set(option, value);
    if (reader.at < reader.text.length) reader.need(/,(?=.)/y);
  }
  return Object.fromEntries(found);
}

/**
 * Return what a query says of a board, or null if it says nothing; throw a Fault. `game` is the box's data-main. `start` is
 * empty if the record begins at the opening; `board` is the position in numbers, row by row as it is printed.
 */
export function read(query, { ranks, readings, options }) {
  const given = new URLSearchParams(query.replace(/[.,;:)\]]+$/, '')); // what follows a link in a text, and came along
  const [place, start, record, reading, changed] = ['position', 'start', 'record', 'reading', 'options'].map((parameter) => {
    const [text = null, ...more] = given.getAll(parameter);
    if (more.length) throw new Fault('link_twice', { parameter });
    if (text?.length > LONGEST) throw new Fault('link_long', { parameter, most: LONGEST });
    return text;
  });
  if ([place, start, record, reading, changed].every((text) => text === null)) return null;
  const spaced = (text) => (text ?? '').replaceAll('_', ' ');
  const rules = reading || Object.keys(readings)[0];
  if (!Object.hasOwn(readings, rules)) throw new Fault('link_reading');
  if (!place) throw new Fault('link_position');
  const found = {
    position: spaced(place),
    record: spaced(record),
    reading: rules,
    options: values(new Reader('options', changed ?? ''), options),
    board: position(new Reader('position', spaced(place)), ranks, readings[rules]),
  };
  if (start) position(new Reader('start', spaced(start)), ranks, [found.board.rows[0].length]);
  const fault = found.record.search(NO_MOVE);
  if (fault >= 0) throw new Fault('link_record', { at: fault + 1 });
  return { ...found, start: spaced(start) || (record ? '' : found.position) };
}

/** Write a board that was read into an empty drawing of its size. `sentence` is the host's, `fill` the front end's. */
export function draw(svg, { rows, mover, captured, free, turn }, sentence, fill) {
  const letters = 'abcd'.slice(0, rows.length).split('').reverse();
  const counts = rows.flatMap((row, rank) => row.map((seeds, column) => [`${letters[rank]}${column + 1}`, seeds]));
  const lines = ['N', 'S'].map((side) => sentence(`${side === mover ? 'moves' : 'player'}_${side}`, { captured: captured[side] }));
  fill(svg, Object.fromEntries(counts), lines);
  const [north, south] = svg.querySelectorAll('.player');
  north.setAttribute('font-weight', mover === 'N' ? 'bold' : 'normal');
  south.setAttribute('font-weight', mover === 'S' ? 'bold' : 'normal');
  for (const [hole, seeds] of counts) {
    svg.querySelector(`[data-hole="${hole}"] title`).textContent = sentence(seeds === 1 ? 'hole_one' : 'hole', { hole, seeds });
  }
  const caption = { 0: 'caption', 1: 'free_one' }[free] ?? 'free';
  const [title, desc] = svg.querySelectorAll(':scope > :is(title, desc)');
  title.textContent = sentence(`${caption}_${mover}`, { free, turn, south: captured.S, north: captured.N });
  desc.textContent = rows.map((row, rank) => sentence('rank', { rank: letters[rank], counts: row.join(', ') })).join(' ');
}
