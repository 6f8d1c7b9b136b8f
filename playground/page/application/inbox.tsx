import type { VNode } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../../../packages/pages/src/button.tsx"
import { Card } from "../../../packages/pages/src/card.tsx"
import type { Message, RaceResult } from "../../protocol.ts"
import { plural, timeOfDay } from "../format.ts"
import { usePlayground } from "../playground-context.ts"

const raceTimes = 8
const shownMessages = 4

/** The mails that the application has sent, newest first. */
export function Inbox(): VNode {
  const { state } = usePlayground()
  const { inbox } = state
  return (
    <Card title="Inbox" aside={<span class="soft">{plural(inbox.length, "message")}</span>}>
      {inbox.length === 0 ? (
        <p class="soft">Ask for a link: its email arrives here over real SMTP.</p>
      ) : (
        <ul class="inbox" aria-label="Messages">
          {inbox.slice(0, shownMessages).map((message) => (
            <li key={message.id}>
              <MessageRow message={message} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function MessageRow({ message }: { readonly message: Message }): VNode {
  const { command } = usePlayground()
  const [race, setRace] = useState<"running" | RaceResult>()
  const followAtOnce = async () => {
    setRace("running")
    const response = await command("follow", { messageId: message.id, times: raceTimes })
    setRace(response.ok ? (response.result as RaceResult) : undefined)
  }
  return (
    <article class="message" aria-label={`${message.subject}, to ${message.to}`}>
      <strong>{message.subject}</strong>
      <p class="soft">
        to {message.to}, {timeOfDay(message.at)}
      </p>
      <div class="row">
        <a class="button button-small" href={`/inbox/${message.id}`}>
          Open the link
        </a>
        <Button size="small" busy={race === "running"} onClick={followAtOnce}>
          {raceTimes} times at once
        </Button>
      </div>
      <p role="status">
        {typeof race === "object" && `${race.signedIn} of ${race.times} browsers signed in.`}
      </p>
    </article>
  )
}
