import { expect } from "vitest"
import { cookieJar } from "../../../../workshop/src/sign-in/cookie-jar.ts"
import type { Control, Seen } from "./routed-app.ts"

type Sent = {
  readonly method?: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** Sent without its length. */
  readonly stream?: string
  readonly from?: string
}

/** A browser of a person, or a script of a page, at an application in any process. */
export function visitor(origin: string) {
  const jar = cookieJar()

  const visit = async (path: string, { method, form, json, stream, from = origin }: Sent = {}) => {
    const isScript = json !== undefined
    const body = form ? new URLSearchParams(form) : isScript ? JSON.stringify(json) : stream && chunks(stream)
    const response = await fetch(new URL(path, origin), {
      method: method ?? (body ? "POST" : "GET"),
      redirect: "manual",
      headers: {
        cookie: jar.header(),
        accept: isScript ? "application/json" : "text/html,*/*;q=0.8",
        ...((body || method) && { origin: from }),
        ...(isScript && { "content-type": "application/json" }),
        ...(stream && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(body && { body, duplex: "half" }),
    } as RequestInit)
    const cookies = response.headers.getSetCookie()
    jar.store(cookies)
    const { status, headers } = response
    return { status, headers, cookies, location: headers.get("location"), text: await response.text() }
  }

  const seen = async (): Promise<Seen> => JSON.parse((await visit("/control")).text)
  return {
    jar,
    visit,
    order: (control: Control) => visit("/control", { json: control }),
    seen,
    lastMail: async () => (await seen()).mails.at(-1),
    /** The reasons of all refusals so far. */
    async refusals() {
      const { events } = await seen()
      return events.flatMap((event) => (event.type === "refused" ? [event.reason] : []))
    },
    /** Signs in by a link, through the pages. */
    async signIn(email: string) {
      await visit("/auth/email", { form: { email } })
      const { link = "" } = (await seen()).mails.at(-1) ?? {}
      const posted = await visit("/auth/confirm", { form: Object.fromEntries(new URL(link).searchParams) })
      expect(posted.status).toBe(303)
    },
  }
}

function chunks(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })
}
