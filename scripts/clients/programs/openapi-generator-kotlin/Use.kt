// Questions asked through the client that openapi-generator makes for Kotlin; one line for each.
import org.openapitools.client.apis.BeliefsApi
import org.openapitools.client.apis.BriefApi
import org.openapitools.client.apis.StatusAndReceiptsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.getErrorResponse
import org.openapitools.client.models.BeliefsPage
import org.openapitools.client.models.BriefEntity
import org.openapitools.client.models.BriefFull
import org.openapitools.client.models.BriefOverview
import org.openapitools.client.models.Problem
import retrofit2.Call
import retrofit2.http.GET
import retrofit2.http.Url
import java.util.UUID

val url: String = System.getenv("RESEARCH_URL")
val client = ApiClient("$url/", authNames = arrayOf("apiKey")).setBearerToken(System.getenv("RESEARCH_KEY"))
val briefs = client.createService(BriefApi::class.java)
val beliefs = client.createService(BeliefsApi::class.java)
val account = client.createService(StatusAndReceiptsApi::class.java)

/** `next_page_url` is a whole address. */
interface NextPage {
    @GET
    fun at(@Url url: String): Call<BeliefsPage>
}

val nextPage = client.createService(NextPage::class.java)

fun <T> answer(call: Call<T>): T = call.execute().body()!!

fun status(): String {
    val read = answer(account.getStatus())
    return "${read.dataMode.value} ${read.status.value}"
}

fun overview(): String {
    val read = answer(briefs.getBrief(ticker = "NWTB", xRequestID = "overview-kotlin")).actualInstance as BriefOverview
    return "${read.security.name}, ${read.tradeState.action.value}, ${read.views.size} views"
}

fun full(): String {
    val asked = briefs.getBrief(ticker = "NWTB", detail = BriefApi.DetailGetBrief.full)
    val read = answer(asked).actualInstance as BriefFull
    return "${read.security.name}, ${read.theses.size} theses"
}

fun entity(): String {
    val id = UUID.fromString(System.getenv("RESEARCH_ENTITY"))
    val read = answer(briefs.getBrief(entityId = id)).actualInstance as BriefEntity
    return "${read.entity.name}, ${read.views.size} views"
}

fun page(cursor: String? = null, asOf: String? = null): BeliefsPage =
    answer(beliefs.listBeliefs(ticker = "KLPF", limit = 2, cursor = cursor, asOf = asOf)).actualInstance as BeliefsPage

fun idsOf(next: (BeliefsPage) -> BeliefsPage?): String =
    generateSequence(page(), next).flatMap { it.data.beliefs }.joinToString(" ") { it.beliefId }

fun pages(): String = idsOf { one -> one.pagination.nextPageUrl?.let { answer(nextPage.at(it.toString())) } }

fun cursor(): String = idsOf { one -> one.pagination.nextCursor?.let { page(it, one.asOf) } }

fun error(): String {
    val read = briefs.getBrief(ticker = "ZZZZ").execute()
    return "${read.code()} ${read.getErrorResponse<Problem>()?.code?.value}"
}

fun receipt(): String = answer(account.getReceipt("overview-kotlin")).documentDigest

fun main() {
    val steps =
        mapOf(
            "status" to ::status,
            "overview" to ::overview,
            "full" to ::full,
            "entity" to ::entity,
            "pages" to ::pages,
            "cursor" to ::cursor,
            "error" to ::error,
            "receipt" to ::receipt,
        )
    for ((name, step) in steps) {
        val value = runCatching(step).getOrElse { it.toString().replace("\n", " ").take(300) }
        println("$name: $value")
    }
    // The connections of okhttp would keep the process for a minute.
    System.exit(0)
}
