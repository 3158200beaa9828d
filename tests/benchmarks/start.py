"""How long a reader waits: Play and Code on a built page, against bare Pyodide in a worker, in the same minutes.

    python3 conf/make.py site --no-serve
    .venv/bin/python tests/benchmarks/start.py

Times are seconds from the press: for Play until the board has answered a click, for Code until its board is there.
Cold is a new browser profile, warm the same page opened again in it. Only the medians of one run of this script
compare with each other: the machine's load weighs on all of them alike.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import threading
from collections import defaultdict
from functools import partial
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "conf"))
from browsers import installed_chromium  # noqa: E402 (needs the path above)
from serve import Handler, Server  # noqa: E402 (the same)

PATIENCE = 120_000  # milliseconds for one start
PLAY_TARGET, CODE_TARGET = 1.3, 9.0  # times bare Pyodide; seconds on a quiet machine

PLAY = """async () => {
  const box = document.querySelector('.mancala');
  const until = (done) => new Promise((resolve, reject) => {
    const look = () => {
      if (box.dataset.live === 'failed') reject(new Error(box.querySelector('.mancala-status').textContent));
      else if (done()) { watcher.disconnect(); resolve(); }
    };
    const watcher = new MutationObserver(look);
    watcher.observe(box, { attributes: true, childList: true, subtree: true });
  });
  const began = performance.now();
  box.querySelector('.mancala-play').click();
  await until(() => box.dataset.live === 'ready');
  const board = box.querySelector('.mancala-live'), rev = board.dataset.rev;
  board.querySelector('.hole.playable').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await until(() => board.dataset.rev !== rev);
  return performance.now() - began;
}"""
CODE = """() => new Promise((resolve, reject) => {
  const box = document.querySelector('.mancala');
  const began = performance.now();
  new MutationObserver(() => {
    if (box.dataset.code === 'ready') resolve(performance.now() - began);
    else if (box.dataset.code !== 'starting') reject(new Error(box.querySelector('.mancala-status').textContent));
  }).observe(box, { attributes: true });
  box.querySelector('.mancala-code').click();
})"""


class Beside(Handler):
    """Serves the bare page beside the built site."""

    def translate_path(self, path: str) -> str:
        """Find `/bare/...` in this folder, all else in the site."""
        name = path.partition("?")[0]
        return str(HERE / name[1:]) if name.startswith("/bare/") else super().translate_path(path)


def context(playwright: Playwright, browser: Path, profile: str) -> BrowserContext:
    """Start a browser that may ask this machine only."""
    return playwright.chromium.launch_persistent_context(
        profile,
        executable_path=browser,
        args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
    )


def measure(page: Page, url: str, script: str) -> float:
    """Open a page, run what measures it there, and return seconds."""
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return float(page.evaluate(script)) / 1000


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "html", help="the built site")
    parser.add_argument("--page", default="games/mefuvha.html", help="a page with a board, within the site")
    parser.add_argument("--runs", type=int, default=5, help="how often to measure each (default: %(default)s)")
    parser.add_argument("--browser-path", type=Path, default=installed_chromium(), help="a Chromium")
    parser.add_argument("--json", action="store_true", help="print all times as JSON")
    chosen = parser.parse_args()
    lock = chosen.site / "lite/static/pyodide/pyodide-lock.json"
    if not (chosen.site / chosen.page).is_file() or not lock.is_file():
        parser.error(f"{chosen.site} has no {chosen.page} or no Python: build it with conf/make.py site --no-serve")
    if not chosen.browser_path:
        parser.error("no Chromium was found: name one with --browser-path")

    server = Server(chosen.site)
    server.RequestHandlerClass = partial(Beside, directory=str(chosen.site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    wheel = json.loads(lock.read_text("utf-8"))["packages"]["mancala-ref"]["file_name"]
    page_url = f"{server.url}/{chosen.page}"
    what = {
        "bare": (f"{server.url}/bare/index.html?wheel={wheel}", "() => measure()"),
        "play": (page_url, PLAY),
        "code": (page_url, CODE),
    }
    times: defaultdict[str, list[float]] = defaultdict(list)
    with sync_playwright() as playwright:
        for _ in range(chosen.runs):
            for name, (url, script) in what.items():
                with tempfile.TemporaryDirectory() as profile:
                    browser = context(playwright, chosen.browser_path, profile)
                    browser.set_default_timeout(PATIENCE)
                    for state in ("cold", "warm"):
                        times[f"{name} {state}"].append(measure(browser.new_page(), url, script))
                    browser.close()
    server.shutdown()

    medians = {name: statistics.median(found) for name, found in times.items()}
    ratios = {state: medians[f"play {state}"] / medians[f"bare {state}"] for state in ("cold", "warm")}
    if chosen.json:
        print(json.dumps({"times": times, "medians": medians, "ratios": ratios}, indent=1))
        return
    print(f"{'median, s':<16}{'cold':>8}{'warm':>8}")
    for name, label in {"bare": "bare Pyodide", "play": "Play", "code": "Code"}.items():
        print(f"{label:<16}{medians[f'{name} cold']:>8.2f}{medians[f'{name} warm']:>8.2f}")
    print(f"{'Play / bare':<16}{ratios['cold']:>8.2f}{ratios['warm']:>8.2f}   target: at most {PLAY_TARGET}")
    print(f"{'':<32}   Code cold, target: at most {CODE_TARGET} s on a quiet machine")


if __name__ == "__main__":
    main()
