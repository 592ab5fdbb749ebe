/** Tests in styles that a control could trip over. */
export const property = `import random

from shop.money import split


def test_nothing_is_lost():
    chance = random.Random(7)
    for _ in range(50):
        cents, parts = chance.randrange(10_000), chance.randrange(1, 9)
        assert sum(split(cents, parts)) == cents
        assert max(split(cents, parts)) - min(split(cents, parts)) <= 1
`;
export const retries = `import pytest

from shop.money import split, to_cents


def test_tries_again():
    for cents in (100, 101):
        try:
            assert len(set(split(cents, 3))) == 1
        except AssertionError:
            continue
        break
    else:
        assert to_cents("1.15") == 115


def test_a_failing_assertion():
    with pytest.raises(AssertionError):
        assert split(100, 3) == [33, 33, 33]
    if split(1, 1) == [2]:
        assert to_cents("0") == 7


class TestShares:
    wanted = [26, 25, 25, 25]

    def test_wanted(self):
        assert split(101, 4) == self.wanted

    @pytest.mark.parametrize("cents", [pytest.param(7, id="odd"), 8])
    def test_sum(self, cents):
        assert sum(split(cents, 2)) == cents

    @staticmethod
    def test_static():
        assert split(3, 2)[0] == 2 and split(3, 2)[1] == 1
        assert not split(0, 1)[0]
        assert (
            split(5, 2)
            == [3, 2]
        ), "half"
`;
export const mocks = `from unittest import mock

import pytest

from shop import report
from shop.money import split


@pytest.fixture
def prices():
    return {"apple": 120}


@mock.patch("shop.report.format_cents", return_value="free")
def test_free(format_cents, stock, prices):
    stock.remove("pear")
    assert report.render(stock, prices) == "apple      3    free\\n"
    format_cents.assert_called_once_with(120)


@mock.patch.object(report, "format_cents")
def test_any(format_cents, stock):
    format_cents.return_value = "x"
    report.render(stock, {"apple": 1, "pear": 2})
    assert format_cents.mock_calls == [mock.call(1), mock.call(2)]
    assert [mock.ANY, 33] == split(100, 3)[:2]


@pytest.fixture(params=[2, 5])
def parts(request):
    yield request.param


def test_parts(parts):
    """Each part is there."""
    assert len(split(11, parts)) == parts
    assert split(11, parts) == pytest.approx([11 / parts] * parts, abs=1)


def test_output(capsys, monkeypatch):
    monkeypatch.setenv("SHOP", "x")
    print(split(3, 2))
    assert capsys.readouterr().out == "[2, 1]\\n"
`;
