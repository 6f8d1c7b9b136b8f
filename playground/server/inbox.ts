import { type MailServer, startMailServer } from "../../packages/workshop/src/sign-in/mail-server.ts"
import type { EventHub } from "./event-hub.ts"

/** The mailbox of every address: a real SMTP server, whose messages the page shows. */
export type Inbox = Pick<MailServer, "url" | "close"> & {
  /** The link in a message. It is a secret, so no event contains it. */
  findLink(messageId: string): string | undefined
}

export async function openInbox(hub: EventHub, now: () => number): Promise<Inbox> {
  const links = new Map<string, string>()
  const { url, close } = await startMailServer(({ to, subject, link }) => {
    const id = `m${links.size + 1}`
    links.set(id, link ?? "/")
    hub.send({ type: "message", message: { id, to, subject, at: now() } })
  })
  return { url, close, findLink: (messageId) => links.get(messageId) }
}
