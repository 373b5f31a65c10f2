// Questions asked through the client that oapi-codegen makes; one line for each.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/google/uuid"
	research "research.example/made"
)

var service = newClient()

func sign(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", "Bearer "+os.Getenv("RESEARCH_KEY"))
	return nil
}

func newClient() *research.ClientWithResponses {
	client, err := research.NewClientWithResponses(os.Getenv("RESEARCH_URL"), research.WithRequestEditorFn(sign))
	if err != nil {
		panic(err)
	}
	return client
}

func pointer[T any](value T) *T { return &value }

func briefOf(query research.GetBriefParams) (any, error) {
	answer, err := service.GetBriefWithResponse(context.Background(), &query)
	if err != nil {
		return nil, err
	}
	if answer.JSON200 == nil {
		return nil, errors.New(answer.Status())
	}
	return answer.JSON200.ValueByDiscriminator()
}

func status() (string, error) {
	answer, err := service.GetStatusWithResponse(context.Background(), nil)
	if err != nil || answer.JSON200 == nil {
		return "", errors.Join(err, errors.New("no status"))
	}
	return fmt.Sprintf("%v %v", answer.JSON200.DataMode, answer.JSON200.Status), nil
}

func overview() (string, error) {
	brief, err := briefOf(research.GetBriefParams{Ticker: pointer("NWTB"), XRequestID: pointer("overview-oapi")})
	if err != nil {
		return "", err
	}
	read, isOverview := brief.(research.BriefOverview)
	if !isOverview {
		return "", fmt.Errorf("%T", brief)
	}
	return fmt.Sprintf("%s, %v, %d views", read.Security.Name, read.TradeState.Action, len(read.Views)), nil
}

func full() (string, error) {
	detail := research.GetBriefParamsDetail("full")
	brief, err := briefOf(research.GetBriefParams{Ticker: pointer("NWTB"), Detail: &detail})
	if err != nil {
		return "", err
	}
	read, isFull := brief.(research.BriefFull)
	if !isFull {
		return "", fmt.Errorf("%T", brief)
	}
	return fmt.Sprintf("%s, %d theses", read.Security.Name, len(read.Theses)), nil
}

func entity() (string, error) {
	id := uuid.MustParse(os.Getenv("RESEARCH_ENTITY"))
	brief, err := briefOf(research.GetBriefParams{EntityId: &id})
	if err != nil {
		return "", err
	}
	read, isEntity := brief.(research.BriefEntity)
	if !isEntity {
		return "", fmt.Errorf("%T", brief)
	}
	return fmt.Sprintf("%s, %d views", *read.Entity.Name, len(read.Views)), nil
}

func pageOf(query research.ListBeliefsParams) (research.BeliefsPage, error) {
	query.Ticker, query.Limit = pointer("KLPF"), pointer(2)
	answer, err := service.ListBeliefsWithResponse(context.Background(), &query)
	if err != nil || answer.JSON200 == nil {
		return research.BeliefsPage{}, errors.Join(err, errors.New("no page"))
	}
	return answer.JSON200.AsBeliefsPage()
}

func idsOf(page research.BeliefsPage) []string {
	ids := []string{}
	for _, item := range page.Data.Beliefs {
		ids = append(ids, item.BeliefId)
	}
	return ids
}

func pages() (string, error) {
	page, err := pageOf(research.ListBeliefsParams{})
	ids := []string{}
	for err == nil {
		ids = append(ids, idsOf(page)...)
		if page.Pagination.NextPageUrl == nil {
			return strings.Join(ids, " "), nil
		}
		page, err = pageAt(*page.Pagination.NextPageUrl)
	}
	return "", err
}

func pageAt(url string) (research.BeliefsPage, error) {
	page := research.BeliefsAnswer{}
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return research.BeliefsPage{}, err
	}
	_ = sign(context.Background(), request)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return research.BeliefsPage{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return research.BeliefsPage{}, err
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return research.BeliefsPage{}, err
	}
	return page.AsBeliefsPage()
}

func cursor() (string, error) {
	page, err := pageOf(research.ListBeliefsParams{})
	asOf := page.AsOf
	ids := []string{}
	for err == nil {
		ids = append(ids, idsOf(page)...)
		if page.Pagination.NextCursor == nil {
			return strings.Join(ids, " "), nil
		}
		page, err = pageOf(research.ListBeliefsParams{Cursor: page.Pagination.NextCursor, AsOf: &asOf})
	}
	return "", err
}

func refusal() (string, error) {
	answer, err := service.GetBriefWithResponse(context.Background(), &research.GetBriefParams{Ticker: pointer("ZZZZ")})
	if err != nil || answer.ApplicationproblemJSON404 == nil {
		return "", errors.Join(err, errors.New("no problem"))
	}
	return fmt.Sprintf("%d %v", answer.StatusCode(), answer.ApplicationproblemJSON404.Code), nil
}

func receipt() (string, error) {
	answer, err := service.GetReceiptWithResponse(context.Background(), "overview-oapi", nil)
	if err != nil || answer.JSON200 == nil {
		return "", errors.Join(err, errors.New("no receipt"))
	}
	return string(answer.JSON200.DocumentDigest), nil
}

func main() {
	steps := []struct {
		name string
		step func() (string, error)
	}{
		{"status", status}, {"overview", overview}, {"full", full}, {"entity", entity},
		{"pages", pages}, {"cursor", cursor}, {"error", refusal}, {"receipt", receipt},
	}
	for _, one := range steps {
		value, err := one.step()
		if err != nil {
			value = err.Error()
		}
		fmt.Printf("%s: %s\n", one.name, strings.ReplaceAll(value, "\n", " "))
	}
}
