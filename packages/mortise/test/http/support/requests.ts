/** A valid request of a client. Tests change one part of it. */
export function callRequest(
  name: string,
  args: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
): Request {
  return new Request(`https://data.example/v1/${name}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
      ...headers,
    },
    body: JSON.stringify({ args }),
  })
}

/** The status and the error code of an answer. */
export async function outcomeOf(response: Response): Promise<{ status: number; code: unknown }> {
  const body: { error?: { code?: unknown } } = JSON.parse(await response.text())
  return { status: response.status, code: body.error?.code }
}
