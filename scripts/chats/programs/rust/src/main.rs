//! Signs in with the official Rust SDK as a registered client, lists the tools and asks for a brief.
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::auth::{AuthClient, AuthorizationCallback, AuthorizationManager, OAuthClientConfig};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let address = std::env::var("RESEARCH_MCP")?;
    // The drill serves on a loopback address.
    let mut manager = AuthorizationManager::new_allowing_private_addresses(&address).await?;
    let found = manager.resolve_metadata().await?;
    manager.set_metadata(found.metadata);
    let id = std::env::var("RESEARCH_CLIENT")?;
    manager.configure_client(OAuthClientConfig::new(id, "http://127.0.0.1:9/callback"))?;
    println!("open: {}", manager.get_authorization_url(&["research:read"]).await?);
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    let back = AuthorizationCallback::from_redirect_url(line.trim())?;
    manager
        .exchange_code_for_token_with_issuer(&back.code, &back.csrf_token, back.issuer.as_deref())
        .await?;
    let client = AuthClient::new(reqwest::Client::default(), manager);
    let config = StreamableHttpClientTransportConfig::with_uri(address);
    let chat = ().serve(StreamableHttpClientTransport::with_client(client, config)).await?;
    println!("tools: {}", chat.list_all_tools().await?.len());
    let arguments = serde_json::json!({"ticker": "NWTB"}).as_object().cloned().unwrap_or_default();
    let answer = chat.call_tool(CallToolRequestParams::new("get_brief").with_arguments(arguments)).await?;
    let document = answer.structured_content.unwrap_or_default();
    println!("brief: {}", document["security"]["name"].as_str().unwrap_or("none"));
    Ok(())
}
