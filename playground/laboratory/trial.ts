import { type Wrap, wrapAdapter } from "../../packages/workshop/src/adapters/wrap-adapter.ts"
import type { MailServer } from "../../packages/workshop/src/sign-in/mail-server.ts"
import type { Claims, IdentityProvider } from "../../packages/workshop/src/sign-in/oidc-provider.ts"
import { respond } from "../application/application.ts"
import { openApplication } from "../application/open-application.ts"
import { openVisitor, type Visitor } from "../application/visitor.ts"
import type { ContractAuthName, SessionResponse } from "../protocol.ts"
import type { Clock } from "../server/clock.ts"
import { createApplicationLog } from "./application-log.ts"
import type { Bench } from "./bench.ts"

export const origin = "http://localhost:3000"

/** What a trial needs besides the store. */
export type Equipment = {
  readonly mail: MailServer
  readonly identity: IdentityProvider
  readonly clock: Clock
}

const passThrough: Wrap = (_name, run) => run()

/** People who are registered at the OpenID provider: `p1`, `p2` and so on. */
export const registered: Readonly<Record<string, Claims>> = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [
    `p${index}`,
    { name: `Person ${index}`, email: `p${index}@acme.example` },
  ]),
)

/** The demo application on a bench, whose calls of the store can be disturbed. */
export function openTrial(bench: Bench, auth: ContractAuthName, { mail, identity, clock }: Equipment) {
  let disturbance = passThrough
  const log = createApplicationLog()
  const open = () =>
    openApplication(auth, {
      adapter: wrapAdapter(bench.adapter(), (...call) => disturbance(...call)),
      origin,
      mailUrl: mail.url,
      identity,
      now: clock.now,
      // In a process with passkeys, Auth.js refuses every adapter that lacks their operations.
      passkeys: false,
      logs: log.isRecording(),
    })
  let application = open()
  const handle = (request: Request) =>
    application.handle(request).catch((error: unknown) => {
      log.print(error)
      return respond({ ok: false, reason: "unavailable" }, [], 503)
    })

  const visitor = () => openVisitor(origin, auth, handle)

  const trial = {
    bench,
    auth,
    clock,
    visitor,
    isSignedIn: (visitor: Visitor) => visitor.cookie(application.sessionCookie) !== undefined,
    sessionToken: (visitor: Visitor) => visitor.cookie(application.sessionCookie),
    /** Records what the application prints until `stop`. */
    recordLog() {
      const recorded = log.record()
      application = open()
      return recorded
    },
    /** Deletes a user, as a page for administrators would. */
    deleteUser: async (userId: string) => (bench.adapter().deleteUser as (id: string) => unknown)(userId),
    ...openMailbox(mail, visitor),
    /** What the application returns about the visitor. */
    session: (visitor: Visitor) => visitor.call("session") as Promise<SessionResponse>,
    /** Disturbs every call of the store until `calm`. */
    disturb: (wrap: Wrap) => {
      disturbance = wrap
    },
    calm: () => {
      disturbance = passThrough
    },
    async takeDown() {
      await bench.takeDown()
      // Some adapters open a closed file again. A database on a server that is down cannot be opened.
      if (!bench.isOurs)
        trial.disturb(() => {
          throw new Error("The database is down.")
        })
    },
    async restart() {
      await bench.restart()
      trial.calm()
      application = open()
    },
  }
  return trial
}

/** What people do with mailed links. */
function openMailbox(mail: MailServer, visitor: () => Visitor) {
  /** Requests a link for this address, and returns it. */
  async function requestLink(email: string): Promise<string> {
    const answer = await visitor().call("email", { email })
    if (!answer.ok) throw new Error(`No link was sent: ${answer.reason}`)
    return mail.linkFor(email)
  }
  /** A new visitor who has signed in with a link. */
  async function signIn(email: string): Promise<Visitor> {
    const person = visitor()
    await person.follow(await requestLink(email))
    return person
  }
  return {
    /** The links in all emails to this address, newest first. */
    linksFor: mail.linksFor,
    requestLink,
    signIn,
  }
}

export type Trial = ReturnType<typeof openTrial>
