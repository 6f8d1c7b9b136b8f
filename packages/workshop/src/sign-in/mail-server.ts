import type { AddressInfo } from "node:net"
import { simpleParser } from "mailparser"
import { SMTPServer } from "smtp-server"

export type MailServer = {
  /** The SMTP URL for a mail client. */
  readonly url: string
  /** The link in the newest email to this address. Throws if there is none. */
  linkFor(address: string): string
  /** The links in all emails to this address, newest first. */
  linksFor(address: string): string[]
  /** All addresses that emails were delivered to, oldest first. */
  recipients(): string[]
  close(): Promise<void>
}

type Mail = { readonly to: string; readonly subject: string; readonly link: string | undefined }

/** A real SMTP server on a free loopback port. It stores every email and calls `onMail` with it. */
export async function startMailServer(onMail: (mail: Mail) => void = () => {}): Promise<MailServer> {
  const delivered: Mail[] = []
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map((to) => to.address)
      simpleParser(stream).then(({ text, subject = "" }) => {
        const link = text?.match(/https?:\/\/\S+/)?.[0]
        for (const to of recipients) {
          delivered.push({ to, subject, link })
          onMail({ to, subject, link })
        }
        done()
      }, done)
    },
  })
  const socket = server.listen(0, "127.0.0.1")
  await new Promise((resolve, reject) => socket.once("listening", resolve).once("error", reject))
  const { port } = socket.address() as AddressInfo

  const linksFor = (address: string) =>
    delivered.flatMap(({ to, link }) => (to === address && link ? [link] : [])).reverse()

  return {
    url: `smtp://127.0.0.1:${port}`,
    linkFor(address) {
      const [link] = linksFor(address)
      if (!link) throw new Error(`No email with a link was delivered to ${address}`)
      return link
    },
    linksFor,
    recipients: () => delivered.map((mail) => mail.to),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
