import { readJson } from "../application/application.ts"
import { htmlPage, notFoundPage } from "../application/html-page.ts"
import { authNames, type CommandResponse } from "../protocol.ts"
import { docsPage } from "./docs-page.ts"

export type Site = {
  handleApplication(request: Request): Promise<Response>
  events(): Response
  run(command: string, body: object): Promise<CommandResponse>
  findLink(messageId: string): string | undefined
  readonly page: { readonly script: string; readonly style: string }
}

const page = htmlPage(
  "Mortise playground",
  '<div id="root"></div><script type="module" src="/assets/page.js"></script>',
)

/** Responds to a request that has passed the guard. */
export async function route(request: Request, site: Site): Promise<Response> {
  const { pathname } = new URL(request.url)
  const [, first, second] = pathname.split("/")
  if (first === "app" && authNames.some((auth) => auth === second)) return site.handleApplication(request)
  if (request.method === "POST")
    return first === "api" ? runCommand(request, second ?? "", site) : notFoundPage()
  switch (pathname) {
    case "/":
      return file("text/html; charset=utf-8", page)
    case "/assets/page.js":
      return file("text/javascript; charset=utf-8", site.page.script)
    case "/assets/page.css":
      return file("text/css; charset=utf-8", site.page.style)
    case "/api/events":
      return site.events()
  }
  const link = first === "inbox" ? site.findLink(second ?? "") : undefined
  if (link) return redirect(link)
  return (first === "docs" && (await docsPage(pathname))) || notFoundPage()
}

async function runCommand(request: Request, command: string, site: Site): Promise<Response> {
  try {
    const response = await site.run(command, await readJson(request))
    return Response.json(response, { status: response.ok ? 200 : 400 })
  } catch (error) {
    const message = error instanceof Error ? error.message : "The command failed."
    return Response.json({ ok: false, message } satisfies CommandResponse, { status: 500 })
  }
}

const file = (type: string, text: string): Response =>
  new Response(text, { headers: { "content-type": type } })

const redirect = (location: string): Response => new Response(null, { status: 303, headers: { location } })
