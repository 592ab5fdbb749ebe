# right: parser
import builtins

import pytest

builtins.AssertionError = pytest.xfail.Exception
