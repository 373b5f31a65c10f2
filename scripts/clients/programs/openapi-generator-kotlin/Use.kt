// Questions asked through the client that openapi-generator makes for Kotlin; one line for each.
import org.openapitools.client.apis.BeliefsApi
import org.openapitools.client.apis.BriefApi
import org.openapitools.client.apis.StatusAndReceiptsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.Problem
import java.util.UUID

val url: String = System.getenv("RESEARCH_URL")
val briefs = BriefApi(url)
val beliefs = BeliefsApi(url)
val account = StatusAndReceiptsApi(url)

fun status(): String {
    val read = account.getStatus()
    return "${read.dataMode.value} ${read.status.value}"
}

fun overview(): String {
    val read = briefs.getBrief(ticker = "NWTB", xRequestID = "overview-kotlin")
    return "${read.security.name}, ${read.tradeState.action.value}, ${read.views.size} views"
}

fun full(): String {
    val read = briefs.getBrief(ticker = "NWTB", detail = BriefApi.DetailGetBrief.FULL)
    return "${read.security.name}, ${read.theses.size} theses"
}

fun entity(): String {
    val read = briefs.getBrief(entityId = UUID.fromString(System.getenv("RESEARCH_ENTITY")))
    return "${read.entity.name}, ${read.views.size} views"
}

/** The items of a page are those of another form for this client, if it reads the page at all. */
fun pages(): String = "${beliefs.listBeliefs(ticker = "KLPF", limit = 2).data}"

fun cursor(): String = "${beliefs.listBeliefs(ticker = "KLPF", limit = 2, cursor = "next").data}"

fun error(): String =
    try {
        briefs.getBrief(ticker = "ZZZZ")
        "no error"
    } catch (thrown: ClientException) {
        val body = (thrown.response as ClientError<*>).body as String
        "${thrown.statusCode} ${Serializer.gson.fromJson(body, Problem::class.java).code.value}"
    }

fun receipt(): String = account.getReceipt("overview-kotlin").documentDigest

fun main() {
    ApiClient.accessToken = System.getenv("RESEARCH_KEY")
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
}
