"""The picture of docs/review.md: the report of Kifu's own sample game, opened in a real Chromium.

python examples/report_picture.py --out docs/review.jpg
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright


def main() -> None:
    """Review the sample, open its page, and keep a picture of the top of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/review.jpg"), help="the picture")
    out = parser.parse_args().out
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "kifu", "review", "sample", "--out", folder, "--format", "html"]
        subprocess.run(command, check=True)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 1280})
        page.set_default_timeout(180_000)
        page.goto((Path(folder) / "go-9x9.html").as_uri())
        page.screenshot(path=out, type="jpeg", quality=80)
        print(out)
        browser.close()


if __name__ == "__main__":
    main()
