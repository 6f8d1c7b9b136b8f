import { rmSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startIdentityProvider } from "../../packages/workshop/src/sign-in/oidc-provider.ts"
import { bundlePage } from "../../scripts/build/bundle-page.ts"
import { errorPage, loginPage } from "../application/acme-pages.ts"
import { callbackUrl } from "../application/application.ts"
import { messagePage } from "../application/html-page.ts"
import { people } from "../application/people.ts"
import { availableAdapters } from "../laboratory/available-adapters.ts"
import { contractAuthNames, type Snapshot } from "../protocol.ts"
import type { Surroundings } from "../stores/open-store.ts"
import { installClock } from "./clock.ts"
import { createCommands } from "./commands.ts"
import { createEventHub } from "./event-hub.ts"
import { openInbox } from "./inbox.ts"
import { createLaboratory } from "./laboratory.ts"
import { listen } from "./listen.ts"
import { openLive } from "./live.ts"
import { nodeListener } from "./node-listener.ts"
import { route, type Site } from "./routes.ts"

export type PlaygroundOptions = Omit<Surroundings, "folder"> & { readonly port: number }

/** A running playground. */
export type Playground = { readonly origin: string; close(): Promise<void> }

const notReady = async () =>
  messagePage(503, "The playground is starting", "Reload this page in a few seconds.")

/** Starts everything: the mail server, the OpenID provider, the application on a SQLite file, and the page. */
export async function startPlayground({ port, ...urls }: PlaygroundOptions): Promise<Playground> {
  const folder = await mkdtemp(join(tmpdir(), "mortise-playground-"))
  // Ctrl-C during the start also ends the compiler, and then the rest of the start is never run.
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once("exit", removeFolder)
  const closers: (() => unknown)[] = [() => process.off("exit", removeFolder), removeFolder]
  const close = async () => {
    for (const stop of closers.splice(0).reverse()) await stop()
  }
  try {
    let origin = ""
    let handle: (request: Request) => Promise<Response> = notReady
    const server = await listen(
      port,
      nodeListener(
        () => origin,
        (request) => handle(request),
      ),
    )
    origin = `http://localhost:${server.port}`
    closers.push(server.close)
    const site = await openSite(origin, { folder, ...urls }, closers)
    handle = (request) => route(request, site)
    return { origin, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openSite(
  origin: string,
  surroundings: Surroundings,
  closers: (() => unknown)[],
): Promise<Site> {
  const page = await bundlePage("playground/page/main.tsx")
  const clock = installClock()
  closers.push(clock.uninstall)
  const hub = createEventHub()
  const inbox = await openInbox(hub, clock.now)
  closers.push(inbox.close)
  const redirectUris = contractAuthNames.map((auth) => callbackUrl(origin, auth))
  const identity = await startIdentityProvider({
    people,
    redirectUris,
    loginPage,
    asksAlways: true,
    errorPage: (message) => errorPage(origin, message),
  })
  closers.push(identity.close)
  const live = await openLive({ hub, clock, inbox, identity, origin, surroundings })
  closers.push(live.close)
  const laboratory = createLaboratory(hub, surroundings)
  closers.push(laboratory.close, hub.close)

  const snapshot = (): Snapshot => ({
    type: "snapshot",
    ...live.state(),
    ...hub.history(),
    officialAdapters: availableAdapters(surroundings),
  })
  return {
    page,
    handleApplication: live.handle,
    events: () => hub.stream(snapshot()),
    run: createCommands({ hub, clock, inbox, live, laboratory, origin, surroundings }),
    findLink: inbox.findLink,
  }
}
