// Questions asked through the client that openapi-generator makes for Java; one line for each.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.BeliefsApi;
import org.openapitools.client.api.BriefApi;
import org.openapitools.client.api.StatusAndReceiptsApi;
import org.openapitools.client.model.BeliefItem;
import org.openapitools.client.model.BeliefsAnswer;
import org.openapitools.client.model.BeliefsPage;
import org.openapitools.client.model.BriefEntity;
import org.openapitools.client.model.BriefFull;
import org.openapitools.client.model.BriefOverview;
import org.openapitools.client.model.KeyStatus;
import org.openapitools.client.model.Problem;

public class Use {
  private static final String KEY = System.getenv("RESEARCH_KEY");
  private static final ApiClient CLIENT = new ApiClient();
  private static BriefApi briefs;
  private static BeliefsApi beliefs;
  private static StatusAndReceiptsApi account;

  private static String status() throws Exception {
    KeyStatus read = account.getStatus(null, null);
    return read.getDataMode() + " " + read.getStatus();
  }

  private static String overview() throws Exception {
    BriefOverview read =
        briefs.getBrief("NWTB", null, null, null, null, "overview-java", null, null, null).getBriefOverview();
    return read.getSecurity().getName() + ", " + read.getTradeState().getAction() + ", " + read.getViews().size() + " views";
  }

  private static String full() throws Exception {
    BriefFull read = briefs.getBrief("NWTB", null, null, null, "full", null, null, null, null).getBriefFull();
    return read.getSecurity().getName() + ", " + read.getTheses().size() + " theses";
  }

  private static String entity() throws Exception {
    UUID id = UUID.fromString(System.getenv("RESEARCH_ENTITY"));
    BriefEntity read = briefs.getBrief(null, id, null, null, null, null, null, null, null).getBriefEntity();
    return read.getEntity().getName() + ", " + read.getViews().size() + " views";
  }

  private static BeliefsPage first() throws ApiException {
    return beliefs
        .listBeliefs("KLPF", null, null, null, null, null, null, null, null, 2, null, null, null, null, null, null)
        .getBeliefsPage();
  }

  private static void add(List<String> ids, BeliefsPage page) {
    for (BeliefItem item : page.getData().getBeliefs()) ids.add(item.getBeliefId());
  }

  private static String pages() throws Exception {
    List<String> ids = new ArrayList<>();
    BeliefsPage page = first();
    while (true) {
      add(ids, page);
      URI url = page.getPagination().getNextPageUrl();
      if (url == null) return String.join(" ", ids);
      HttpRequest request = HttpRequest.newBuilder(url).header("Authorization", "Bearer " + KEY).build();
      String body = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
      page = CLIENT.getObjectMapper().readValue(body, BeliefsAnswer.class).getBeliefsPage();
    }
  }

  private static String cursor() throws Exception {
    List<String> ids = new ArrayList<>();
    BeliefsPage page = first();
    var asOf = page.getAsOf();
    while (true) {
      add(ids, page);
      String after = page.getPagination().getNextCursor();
      if (after == null) return String.join(" ", ids);
      page =
          beliefs
              .listBeliefs("KLPF", null, null, null, null, null, null, null, null, 2, after, asOf, null, null, null, null)
              .getBeliefsPage();
    }
  }

  private static String error() throws Exception {
    try {
      briefs.getBrief("ZZZZ", null, null, null, null, null, null, null, null);
      return "no error";
    } catch (ApiException thrown) {
      Problem problem = CLIENT.getObjectMapper().readValue(thrown.getResponseBody(), Problem.class);
      return thrown.getCode() + " " + problem.getCode();
    }
  }

  private static String receipt() throws Exception {
    return account.getReceipt("overview-java", null, null).getDocumentDigest();
  }

  public static void main(String[] words) {
    CLIENT.updateBaseUri(System.getenv("RESEARCH_URL"));
    CLIENT.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + KEY));
    briefs = new BriefApi(CLIENT);
    beliefs = new BeliefsApi(CLIENT);
    account = new StatusAndReceiptsApi(CLIENT);
    Map<String, Callable<String>> steps = new LinkedHashMap<>();
    steps.put("status", Use::status);
    steps.put("overview", Use::overview);
    steps.put("full", Use::full);
    steps.put("entity", Use::entity);
    steps.put("pages", Use::pages);
    steps.put("cursor", Use::cursor);
    steps.put("error", Use::error);
    steps.put("receipt", Use::receipt);
    steps.forEach(
        (name, step) -> {
          try {
            System.out.println(name + ": " + step.call());
          } catch (Exception thrown) {
            System.out.println(name + ": " + String.valueOf(thrown).replace("\n", " "));
          }
        });
  }
}
