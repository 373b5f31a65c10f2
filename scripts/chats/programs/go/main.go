// Signs in with the official Go SDK as a registered client, lists the tools and asks for a brief.
package main

import (
	"bufio"
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func code(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	fmt.Println("open:", args.URL)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil {
		return nil, err
	}
	back, err := url.Parse(strings.TrimSpace(line))
	if err != nil {
		return nil, err
	}
	query := back.Query()
	return &auth.AuthorizationResult{Code: query.Get("code"), State: query.Get("state"), Iss: query.Get("iss")}, nil
}

func main() {
	ctx := context.Background()
	handler := must(auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		PreregisteredClient:      &oauthex.ClientCredentials{ClientID: os.Getenv("RESEARCH_CLIENT")},
		RedirectURL:              "http://127.0.0.1:9/callback",
		AuthorizationCodeFetcher: code,
	}))
	client := mcp.NewClient(&mcp.Implementation{Name: "chat", Version: "1"}, nil)
	transport := &mcp.StreamableClientTransport{Endpoint: os.Getenv("RESEARCH_MCP"), OAuthHandler: handler}
	chat := must(client.Connect(ctx, transport, nil))
	tools := must(chat.ListTools(ctx, nil))
	fmt.Println("tools:", len(tools.Tools))
	arguments := map[string]any{"ticker": "NWTB"}
	answer := must(chat.CallTool(ctx, &mcp.CallToolParams{Name: "get_brief", Arguments: arguments}))
	document, _ := answer.StructuredContent.(map[string]any)
	security, _ := document["security"].(map[string]any)
	fmt.Println("brief:", security["name"])
}
