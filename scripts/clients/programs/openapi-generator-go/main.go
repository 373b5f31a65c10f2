// Questions asked through the client that openapi-generator makes for Go; one line for each.
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

	research "research.example/made"
)

var (
	key     = os.Getenv("RESEARCH_KEY")
	signed  = context.WithValue(context.Background(), research.ContextAccessToken, key)
	service = newClient()
)

func newClient() *research.APIClient {
	configuration := research.NewConfiguration()
	configuration.Servers = research.ServerConfigurations{{URL: os.Getenv("RESEARCH_URL")}}
	return research.NewAPIClient(configuration)
}

func status() (string, error) {
	read, _, err := service.StatusAndReceiptsAPI.GetStatus(signed).Execute()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%v %v", read.DataMode, read.Status), nil
}

func overview() (string, error) {
	brief, _, err := service.BriefAPI.GetBrief(signed).Ticker("NWTB").XRequestID("overview-go").Execute()
	if err != nil {
		return "", err
	}
	read := brief.BriefOverview
	return fmt.Sprintf("%s, %v, %d views", read.Security.Name, read.TradeState.Action, len(read.Views)), nil
}

func full() (string, error) {
	brief, _, err := service.BriefAPI.GetBrief(signed).Ticker("NWTB").Detail("full").Execute()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, %d theses", brief.BriefFull.Security.Name, len(brief.BriefFull.Theses)), nil
}

func entity() (string, error) {
	brief, _, err := service.BriefAPI.GetBrief(signed).EntityId(os.Getenv("RESEARCH_ENTITY")).Execute()
	if err != nil {
		return "", err
	}
	read := brief.BriefEntity
	return fmt.Sprintf("%s, %d views", read.Entity.GetName(), len(read.Views)), nil
}

func idsOf(page *research.BeliefsPage) []string {
	ids := []string{}
	for _, item := range page.Data.Beliefs {
		ids = append(ids, item.BeliefId)
	}
	return ids
}

func pages() (string, error) {
	answer, _, err := service.BeliefsAPI.ListBeliefs(signed).Ticker("KLPF").Limit(2).Execute()
	ids := []string{}
	for err == nil {
		page := answer.BeliefsPage
		ids = append(ids, idsOf(page)...)
		url := page.Pagination.NextPageUrl.Get()
		if url == nil {
			return strings.Join(ids, " "), nil
		}
		answer, err = pageAt(*url)
	}
	return "", err
}

func pageAt(url string) (*research.BeliefsAnswer, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	page := &research.BeliefsAnswer{}
	return page, json.Unmarshal(body, page)
}

func cursor() (string, error) {
	answer, _, err := service.BeliefsAPI.ListBeliefs(signed).Ticker("KLPF").Limit(2).Execute()
	if err != nil {
		return "", err
	}
	asOf := answer.BeliefsPage.AsOf
	ids := []string{}
	for err == nil {
		page := answer.BeliefsPage
		ids = append(ids, idsOf(page)...)
		after := page.Pagination.NextCursor.Get()
		if after == nil {
			return strings.Join(ids, " "), nil
		}
		answer, _, err = service.BeliefsAPI.ListBeliefs(signed).Ticker("KLPF").Limit(2).Cursor(*after).AsOf(asOf).Execute()
	}
	return "", err
}

func refusal() (string, error) {
	_, response, err := service.BriefAPI.GetBrief(signed).Ticker("ZZZZ").Execute()
	var thrown *research.GenericOpenAPIError
	if !errors.As(err, &thrown) {
		return "no error", err
	}
	problem, isProblem := thrown.Model().(research.Problem)
	if !isProblem {
		return "", err
	}
	return fmt.Sprintf("%d %v", response.StatusCode, problem.Code), nil
}

func receipt() (string, error) {
	read, _, err := service.StatusAndReceiptsAPI.GetReceipt(signed, "overview-go").Execute()
	if err != nil {
		return "", err
	}
	return read.DocumentDigest, nil
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
