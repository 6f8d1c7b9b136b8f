"""Errors are sent as codes without a message: text from the database must not reach the caller."""

STATUSES = {
    "invalid": 400,
    "conflict": 409,
    "not_found": 404,
    "counter_regression": 409,
    "transient": 503,
    "unavailable": 503,
    "readonly": 503,
    "indeterminate": 500,
    "corrupt": 500,
    "unauthorized": 401,
    "forbidden": 403,
    "unknown_call": 404,
    "method_not_allowed": 405,
    "too_large": 413,
    "unsupported_type": 415,
    "key_missing": 400,
    "key_reused": 422,
}


class CallError(Exception):
    """Ends a call with a code, and names the model and the fields where that helps."""

    def __init__(self, code: str, model: str | None = None, *fields: str) -> None:
        super().__init__(code)
        self.code = code
        self.model = model
        self.fields = fields

    @property
    def status(self) -> int:
        return STATUSES[self.code]

    def body(self, call: str | None) -> dict[str, object]:
        """The error as JSON."""
        details = {"operation": call, "model": self.model, "fields": list(self.fields)}
        return {"error": {"code": self.code} | {name: value for name, value in details.items() if value}}
