package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"
)

// modification is the body of section 2.3; what may be left out is a pointer.
type modification struct {
	StockCd                       string    `json:"stockCd"`
	OrderTypeCd                   string    `json:"orderTypeCd"`
	SideCd                        string    `json:"sideCd"`
	OrderDateTime                 time.Time `json:"orderDateTime"`
	OrderNo                       string    `json:"orderNo"`
	OrderQuantity                 float64   `json:"orderQuantity"`
	BarrierPrice                  float64   `json:"barrierPrice"`
	OrderPrice                    float64   `json:"orderPrice"`
	ProfitRealizationYn           *string   `json:"profitRealizationYn"`
	ProfitRealizationBarrierPrice *float64  `json:"profitRealizationBarrierPrice"`
	LossCutYn                     *string   `json:"lossCutYn"`
	LossCutBarrierPrice           *float64  `json:"lossCutBarrierPrice"`
	LossTrackingYn                *string   `json:"lossTrackingYn"`
}

func handleModify(book *book) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		change, err := decode[modification](r)
		if err == nil {
			err = book.modify(change)
		}
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		encode(w, http.StatusOK, envelope{"OK", http.StatusOK, map[string]bool{"success": true}})
	})
}

// decode reads the JSON body of a request.
func decode[T any](r *http.Request) (T, error) {
	var value T
	if mended {
		return value, decodeStrictly(r.Body, &value)
	}
	return value, json.NewDecoder(r.Body).Decode(&value)
}

// decodeStrictly demands one JSON object whose members have exactly the names of the struct, none of them null.
func decodeStrictly(body io.Reader, value any) error {
	var members map[string]any
	reader := json.NewDecoder(body)
	reader.UseNumber()
	if err := reader.Decode(&members); err != nil {
		return err
	}
	if _, err := reader.Token(); err != io.EOF || members == nil {
		return errors.New("one JSON object is expected")
	}
	names := map[string]bool{}
	for field := range reflect.TypeOf(value).Elem().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names[name] = true
	}
	for name, member := range members {
		if !names[name] {
			delete(members, name)
		} else if member == nil {
			return fmt.Errorf("%s is null", name)
		}
	}
	// Written again: time.Time does not read the escapes of a string.
	exact, err := json.Marshal(members)
	if err != nil {
		return err
	}
	return json.Unmarshal(exact, value)
}
