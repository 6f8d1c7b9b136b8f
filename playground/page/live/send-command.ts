import type { CommandName, CommandResponse, Commands } from "../../protocol.ts"

const unreachable = "The playground does not respond. Start it again with npm start."

/** Sends a command to the server. A failure is part of the response. */
export async function sendCommand<Name extends CommandName>(
  name: Name,
  body: Commands[Name],
): Promise<CommandResponse> {
  try {
    const response = await postJson(`/api/${name}`, body)
    return await response.json()
  } catch {
    return { ok: false, message: unreachable }
  }
}

export function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
}
