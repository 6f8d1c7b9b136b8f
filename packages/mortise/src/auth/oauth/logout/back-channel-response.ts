/** The response to a provider, by Back-Channel Logout 1.0, section 2.8: 200, or 400 with what is wrong. */
export function backChannelResponse(problem: string | null): Response {
  const headers = { "cache-control": "no-store" }
  return problem === null
    ? new Response(null, { headers })
    : Response.json({ error: "invalid_request", error_description: problem }, { status: 400, headers })
}
