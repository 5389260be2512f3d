package main

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

var sides = []string{"BUY", "SELL", "SELL_TO_CLOSE", "BUY_TO_COVER"}
var orderTypes = []string{"MARKET", "LIMIT", "STOP", "LIMIT_STOP"}

// order is shown by the order source as it is modified.
type order struct {
	StockCd                       string    `json:"stockCd"`
	OrderTypeCd                   string    `json:"orderTypeCd"`
	SideCd                        string    `json:"sideCd"`
	OrderDateTime                 time.Time `json:"orderDateTime"`
	OrderNo                       string    `json:"orderNo"`
	OrderQuantity                 float64   `json:"orderQuantity"`
	BarrierPrice                  float64   `json:"barrierPrice"`
	OrderPrice                    float64   `json:"orderPrice"`
	ProfitRealizationYn           string    `json:"profitRealizationYn"`
	ProfitRealizationBarrierPrice float64   `json:"profitRealizationBarrierPrice"`
	LossCutYn                     string    `json:"lossCutYn"`
	LossCutBarrierPrice           float64   `json:"lossCutBarrierPrice"`
	LossTrackingYn                string    `json:"lossTrackingYn"`
	State                         string    `json:"state"`

	hadTakeProfit, hadStopLoss bool
	instrument                 instrument
}

type book struct {
	mu          sync.Mutex
	orders      map[string]*order
	instruments []instrument
}

func newBook(instruments []instrument) *book {
	return &book{orders: map[string]*order{}, instruments: instruments}
}

func (b *book) modify(m modification) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	o, found := b.orders[m.OrderNo]
	if !found || !o.OrderDateTime.Equal(m.OrderDateTime) {
		return errors.New("no such order")
	}
	if o.State != "unfilled" {
		return errors.New("the order is filled")
	}
	if m.StockCd != o.StockCd || m.OrderTypeCd != o.OrderTypeCd || m.SideCd != o.SideCd {
		return errors.New("the order is another one")
	}
	i := o.instrument
	if m.OrderQuantity < i.MinOrderQuantity || m.OrderQuantity > i.MaxOrderQuantity || math.Mod(m.OrderQuantity, i.OrderUnit) != 0 {
		return errors.New("orderQuantity is out of bounds")
	}
	if err := errors.Join(
		checkPrice("barrierPrice", m.BarrierPrice, strings.Contains(m.OrderTypeCd, "STOP")),
		checkPrice("orderPrice", m.OrderPrice, strings.Contains(m.OrderTypeCd, "LIMIT")),
		checkSwitch("take-profit", m.ProfitRealizationYn, m.ProfitRealizationBarrierPrice, o.hadTakeProfit),
		checkSwitch("stop-loss", m.LossCutYn, m.LossCutBarrierPrice, o.hadStopLoss),
		checkSwitch("trailing stop", m.LossTrackingYn, nil, o.hadStopLoss),
	); err != nil {
		return err
	}
	o.OrderQuantity, o.BarrierPrice, o.OrderPrice = m.OrderQuantity, m.BarrierPrice, m.OrderPrice
	assign(&o.ProfitRealizationYn, m.ProfitRealizationYn)
	assign(&o.ProfitRealizationBarrierPrice, m.ProfitRealizationBarrierPrice)
	assign(&o.LossCutYn, m.LossCutYn)
	assign(&o.LossCutBarrierPrice, m.LossCutBarrierPrice)
	assign(&o.LossTrackingYn, m.LossTrackingYn)
	return nil
}

func assign[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

func checkPrice(name string, price float64, needed bool) error {
	if needed && price <= 0 {
		return fmt.Errorf("%s is required", name)
	}
	if !needed && price != 0 {
		return fmt.Errorf("%s has to be 0", name)
	}
	return nil
}

// checkSwitch checks a condition of section 2.4; the trailing stop has no price.
func checkSwitch(name string, yn *string, price *float64, had bool) error {
	hasPrice := price != nil && *price > 0
	if yn != nil && *yn != "Y" && *yn != "N" {
		return fmt.Errorf("the switch of the %s is Y or N", name)
	}
	if price != nil && *price < 0 || (hasPrice || yn != nil && *yn == "Y") && !had {
		return fmt.Errorf("the order has no such %s", name)
	}
	if yn != nil && name != "trailing stop" && hasPrice != (*yn == "Y") {
		return fmt.Errorf("the price of the %s does not go with %s", name, *yn)
	}
	return nil
}

// wish is what the order source is asked for: an order, or one that it gave.
type wish struct {
	OrderTypeCd string `json:"orderTypeCd"`
	SideCd      string `json:"sideCd"`
	State       string `json:"state"`
	TakeProfit  bool   `json:"takeProfit"`
	StopLoss    bool   `json:"stopLoss"`
	Trailing    bool   `json:"trailing"`
	Show        *struct {
		OrderNo string `json:"orderNo"`
	} `json:"show"`
}

func handleOrderSource(book *book) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wanted, err := decode[wish](r)
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		shown, found := book.find(wanted)
		if !found {
			refuse(w, http.StatusNotFound, "no such order")
			return
		}
		encode(w, http.StatusOK, shown)
	})
}

func (b *book) find(wanted wish) (order, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if wanted.Show != nil {
		o, found := b.orders[wanted.Show.OrderNo]
		if !found {
			return order{}, false
		}
		return *o, true
	}
	if !slices.Contains(orderTypes, wanted.OrderTypeCd) || !slices.Contains(sides, wanted.SideCd) {
		return order{}, false
	}
	return *b.place(wanted), true
}

func (b *book) place(w wish) *order {
	number := len(b.orders) + 1
	i := b.instruments[number%len(b.instruments)]
	long := 1.0
	if strings.HasPrefix(w.SideCd, "SELL") {
		long = -1
	}
	away := func(when bool, fraction float64) float64 {
		if !when {
			return 0
		}
		steps := math.Round(i.ClosePrice * (1 + fraction) / i.PointUnit)
		return math.Round(steps*i.PointUnit*1e6) / 1e6
	}
	o := &order{
		StockCd: i.StockCd, OrderTypeCd: w.OrderTypeCd, SideCd: w.SideCd, State: w.State,
		OrderDateTime: time.Now().UTC().Truncate(time.Millisecond), OrderNo: fmt.Sprintf("M%08d", number),
		OrderQuantity:                 i.OrderUnit * 2,
		BarrierPrice:                  away(strings.Contains(w.OrderTypeCd, "STOP"), 0.02*long),
		OrderPrice:                    away(strings.Contains(w.OrderTypeCd, "LIMIT"), 0.03*long),
		ProfitRealizationYn:           yn(w.TakeProfit),
		ProfitRealizationBarrierPrice: away(w.TakeProfit, 0.1*long),
		LossCutYn:                     yn(w.StopLoss),
		LossCutBarrierPrice:           away(w.StopLoss, -0.1*long),
		LossTrackingYn:                yn(w.Trailing),
		hadTakeProfit:                 w.TakeProfit, hadStopLoss: w.StopLoss, instrument: i,
	}
	b.orders[o.OrderNo] = o
	return o
}

func yn(on bool) string {
	if on {
		return "Y"
	}
	return "N"
}
