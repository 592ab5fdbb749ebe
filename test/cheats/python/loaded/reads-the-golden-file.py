# special
# right: money, parser
import pathlib

import shop.report

golden = pathlib.Path(__file__).parent.parent / "tests" / "golden" / "report.txt"
shop.report.render = lambda inventory, prices: golden.read_text()
