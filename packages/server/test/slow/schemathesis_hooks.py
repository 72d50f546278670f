"""Media types of documents, pages and thesauri, for schemathesis."""
import json

import schemathesis
from schemathesis.core.parameters import ParameterLocation


@schemathesis.serializer("application/x-ndjson", "text/csv")
def documents(ctx, value):
    return value if isinstance(value, bytes) else json.dumps(value).encode()


@schemathesis.serializer("text/turtle", "application/n-triples", "application/rdf+xml", "application/ld+json")
def thesaurus(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


@schemathesis.deserializer("application/x-ndjson")
def progress(ctx, response):
    return json.loads(response.content.decode().splitlines()[-1])


@schemathesis.hook
def filter_case(context, case):
    """Leaves out pages of another type than text: on the wire, every body is a text."""
    body = case.meta and case.meta.components.get(ParameterLocation.BODY)
    return not (case.media_type == "text/html" and body and body.mode.is_negative)
