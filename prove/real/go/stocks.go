package main

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strconv"
)

const pageSize = 3

var groups = []string{"", "ALL", "FOREIGN", "INDEX", "COMMODITY", "CRYPTO"}

// instrument has what this service reckons with, and the whole record as it is shown.
type instrument struct {
	StockCd          string  `json:"stockCd"`
	StockGroupCd     string  `json:"stockGroupCd"`
	PointUnit        float64 `json:"pointUnit"`
	PipUnit          float64 `json:"pipUnit"`
	ClosePrice       float64 `json:"closePrice"`
	MinOrderQuantity float64 `json:"minOrderQuantity"`
	MaxOrderQuantity float64 `json:"maxOrderQuantity"`
	OrderUnit        float64 `json:"orderUnit"`

	record json.RawMessage
}

func loadInstruments(file string) ([]instrument, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var records []json.RawMessage
	if err := json.Unmarshal(text, &records); err != nil {
		return nil, err
	}
	instruments := make([]instrument, len(records))
	for at, record := range records {
		if err := json.Unmarshal(record, &instruments[at]); err != nil {
			return nil, err
		}
		instruments[at].record = record
	}
	return instruments, nil
}

type stocks struct {
	HasNext    bool              `json:"hasNext"`
	NextKey    string            `json:"nextKey"`
	Details    []json.RawMessage `json:"details"`
	SellPrices map[string]string `json:"sellPrices"`
	BuyPrices  map[string]string `json:"buyPrices"`
}

func handleStocks(instruments []instrument) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		group, code, key := query.Get("stockGroupCd"), query.Get("stockCd"), query.Get("nextKey")
		if !slices.Contains(groups, group) {
			refuse(w, http.StatusBadRequest, "there is no such stockGroupCd")
			return
		}
		var found []instrument
		for _, i := range instruments {
			if (group == "" || group == "ALL" || group == i.StockGroupCd) && (code == "" || code == i.StockCd) {
				found = append(found, i)
			}
		}
		start := 0
		if key != "" {
			start = slices.IndexFunc(found, func(i instrument) bool { return keyOf(i) == key })
		}
		if start < 0 {
			refuse(w, http.StatusBadRequest, "there is no such nextKey")
			return
		}
		encode(w, http.StatusOK, envelope{"OK", http.StatusOK, page(found[start:])})
	})
}

func keyOf(i instrument) string { return base64.URLEncoding.EncodeToString([]byte(i.StockCd)) }

func page(rest []instrument) stocks {
	p := stocks{Details: []json.RawMessage{}, SellPrices: map[string]string{}, BuyPrices: map[string]string{}}
	for at, i := range rest {
		if at == pageSize {
			p.HasNext, p.NextKey = true, keyOf(i)
			break
		}
		p.Details = append(p.Details, i.record)
		p.SellPrices[i.StockCd] = strconv.FormatFloat(i.ClosePrice, 'f', -1, 64)
		p.BuyPrices[i.StockCd] = strconv.FormatFloat(i.ClosePrice+i.PipUnit, 'f', -1, 64)
	}
	return p
}
