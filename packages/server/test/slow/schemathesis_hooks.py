"""Media types of documents and thesauri, for schemathesis."""
import json

import schemathesis


@schemathesis.serializer("application/x-ndjson", "text/csv")
def documents(ctx, value):
    return value if isinstance(value, bytes) else json.dumps(value).encode()


@schemathesis.serializer("text/turtle", "application/n-triples", "application/rdf+xml")
def thesaurus(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


@schemathesis.deserializer("application/x-ndjson")
def progress(ctx, response):
    return json.loads(response.content.decode().splitlines()[-1])
