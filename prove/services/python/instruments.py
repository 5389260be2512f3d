"""The instruments that can be ordered, and the members that a lookup shows of them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True)
class Instrument:
    group: str
    family: str
    code: str
    base: str
    quote: str
    close: Decimal
    point: Decimal
    spread: Decimal
    min_quantity: Decimal
    max_quantity: Decimal
    unit: Decimal

    @property
    def place(self) -> tuple[str, str]:
        """Where it stands in a listing; no two instruments stand in the same place."""
        return (self.family, self.code)

    def record(self) -> dict:
        """Section 2.7. Numbers are floats, as Python spells them: 1000.0, 1e-05, 1e+16."""
        hours = ("00:00", "24:00") if self.group == "CRYPTO" else ("08:30", "17:15")
        weekend = hours if self.group == "CRYPTO" else ("", "")
        record = {
            "symbolGroupCd": self.family,
            "stockGroupCd": self.group,
            "stockCd": self.code,
            "tradeCurrencyCd": self.quote,
            "standardCurrencyCd": self.base,
            "pipUnit": float(self.point * 10),
            "pointUnit": float(self.point),
            "priceMultiplier": 1.0,
            "lotMultiple": float(self.unit),
            "orderUnit": float(self.unit),
            "minOrderQuantity": float(self.min_quantity),
            "maxOrderQuantity": float(self.max_quantity),
            "closePrice": float(self.close),
            "sellSpread": float(self.spread),
            "buySpread": float(self.spread * 2),
            "isSpreadUsage": self.spread != 0,
            "marginTypeCode": "",
            "marginRate": 0.0 if self.group == "CRYPTO" else 0.04,
            "isMarginUsage": self.group != "CRYPTO",
        }
        for day in DAYS:
            start, end = weekend if day in ("sat", "sun") else hours
            record[f"{day}TradeEndTime"], record[f"{day}TradeStartTime"] = end, start
        return record


# group, family, code, base, quote, close, point, spread, least and most to order, and its unit
ROWS = """
FOREIGN   MAJOR   EUR/USD    EUR  USD  1.08436    0.00001     0.00004  1000   5000000  1000
FOREIGN   MAJOR   USD/JPY    USD  JPY  151.254    0.001       0.003    1000   5000000  1000
FOREIGN   MAJOR   GBP/USD    GBP  USD  1.26912    0.00001     0.00006  1000   5000000  1000
FOREIGN   MAJOR   USD/CHF    USD  CHF  0.90127    0.00001     0        1000   5000000  1000
FOREIGN   CROSS   EUR/JPY    EUR  JPY  164.021    0.001       0.008    500    2000000  500
FOREIGN   CROSS   EUR/GBP    EUR  GBP  0.85441    0.00001     0.00009  500    2000000  500
FOREIGN   CROSS   AUD/NZD    AUD  NZD  1.09215    0.00001     0.00012  500    2000000  500
FOREIGN   CROSS   ZAR/JPY    ZAR  JPY  8.013      0.001       0.009    500    2000000  500
FOREIGN   EXOTIC  USD/IDR    USD  IDR  16245      1           25       2500   500000   2500
INDEX     EUROPE  DAX        DAX  EUR  18236.5    0.5         1        1      500      1
INDEX     EUROPE  DAX+       DAX  EUR  18236.5    0.5         3        0.1    50       0.1
INDEX     ASIA    NK225円    N225 JPY  38915      5           10       1      200      1
INDEX     ASIA    HSI        HSI  HKD  17651      1           4        1      200      1
INDEX     US      S&P#500    SPX  USD  5123.25    0.25        0.5      1      1000     1
INDEX     US      S&P#500M   SPX  USD  5123.25    0.25        0.75     0.01   100      0.01
INDEX     US      DOW        DJI  USD  38790      1           2        1      1000     1
COMMODITY METAL   XAU        XAU  USD  2155.90    0.10        0.40     10     10000    10
COMMODITY METAL   XAG        XAG  USD  25.185     0.005       0.02     50     100000   50
COMMODITY ENERGY  WTI        CL   USD  81.04      0.01        0.03     100    50000    100
COMMODITY ENERGY  GAS        NG   USD  1.702      0.001       0        100    50000    100
CRYPTO    COIN    BTC        BTC  USD  67123.5    0.5         12       0.001  25       0.001
CRYPTO    COIN    ETH        ETH  USD  3520.75    0.05        1.5      0.01   400      0.01
CRYPTO    ALT     xrp        XRP  USD  0.6123     0.0001      0.0004   10     1000000  10
CRYPTO    ALT     DOGE       DOGE USD  0.14021    0.00001     0.00008  100    5000000  100
CRYPTO    ALT     SHIB       SHIB USD  0.00002841 0.00000001  0        100000 1e16     100000
CRYPTO    ALT     PEPE%      PEPE USD  0.00000712 0.00000001  0        100000 1e15     100000
"""


def _instrument(row: str) -> Instrument:
    texts = row.split()
    return Instrument(*texts[:5], *map(Decimal, texts[5:]))


INSTRUMENTS = sorted(map(_instrument, ROWS.split("\n")[1:-1]), key=lambda instrument: instrument.place)
BY_CODE = {instrument.code: instrument for instrument in INSTRUMENTS}
