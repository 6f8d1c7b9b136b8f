import { upkeep } from "../../packages/mortise/src/index.ts"
import type { IdentityProvider } from "../../packages/workshop/src/sign-in/oidc-provider.ts"
import type { Application } from "../application/application.ts"
import { type AuthName, authNames, type Snapshot, type StoreName, type StoreState } from "../protocol.ts"
import { availableStores, type OpenedStore, openStore, type Surroundings } from "../stores/open-store.ts"
import type { Clock } from "./clock.ts"
import type { EventHub } from "./event-hub.ts"
import type { Inbox } from "./inbox.ts"
import { createLibraries } from "./libraries.ts"
import { createLiveTables } from "./live-tables.ts"
import { createReportRequest } from "./report-request.ts"
import { createWatch } from "./watch-adapter.ts"

export type LiveParts = {
  readonly hub: EventHub
  readonly clock: Clock
  readonly inbox: Inbox
  readonly identity: IdentityProvider
  readonly origin: string
  readonly surroundings: Surroundings
}

/** The demo application on the current store. */
export type Live = {
  /** Responds to a request below `/app/{auth}`, and reports it to the pages. */
  handle(request: Request): Promise<Response>
  state(): Pick<Snapshot, "store" | "auth" | "clock">
  auth(): AuthName
  application(): Application
  /** Deletes expired rows, and reports it to the pages; returns their number. */
  sweep(): Promise<number>
  useStore(name: StoreName): Promise<void>
  useAuth(name: AuthName): Promise<void>
  setDown(isDown: boolean): Promise<void>
  close(): Promise<void>
}

export async function openLive(parts: LiveParts): Promise<Live> {
  const { hub, clock, inbox, identity, origin, surroundings } = parts
  const tables = createLiveTables(hub, () => libraries.tables(auth), clock.now)
  const watch = createWatch(hub, tables.isExpiredSession, tables.refreshSoon)
  const report = createReportRequest(hub, watch)
  const connectOptions = { now: clock.now, onStatement: watch.onStatement }
  let store: OpenedStore = await openStore("sqlite", surroundings, connectOptions)
  let auth: AuthName = "authjs"
  const application = { origin, mailUrl: inbox.url, identity, now: clock.now, passkeys: true }
  const libraries = createLibraries(application, watch, () => store)
  await tables.refresh()

  const storeState = (): StoreState => ({
    name: store.name,
    adapter: store.adapterName,
    available: availableStores(surroundings),
    isDown: store.isDown(),
    isSql: store.connection().client !== undefined,
  })

  return {
    handle(request) {
      const name =
        authNames.find((authName) => request.url.startsWith(`${origin}/app/${authName}/`)) ?? "mortise"
      return report(request, libraries.application(name).handle)
    },
    state: () => ({ store: storeState(), auth, clock: clock.state() }),
    auth: () => auth,
    application: () => libraries.application(auth),
    async sweep() {
      const options = { now: new Date(clock.now()) }
      const run = () => upkeep(store.connection().adapter)?.sweep(options)
      return Number(await watch.wrap("sweep", run, [options]))
    },
    async useStore(name) {
      const next = await openStore(name, surroundings, connectOptions)
      const previous = store
      store = next
      await libraries.reopen(auth)
      hub.clear()
      hub.send({ type: "store", store: storeState() })
      await tables.refresh()
      await previous.remove()
    },
    async useAuth(name) {
      await libraries.prepare(name)
      auth = name
      hub.send({ type: "auth", auth })
      await tables.refresh()
    },
    async setDown(isDown) {
      await (isDown ? store.takeDown() : store.restart())
      await libraries.reopen(auth)
      hub.send({ type: "store", store: storeState() })
      await tables.refresh()
    },
    async close() {
      await tables.close()
      await store.remove()
    },
  }
}
