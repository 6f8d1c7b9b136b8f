import type { VNode } from "preact"
import { useState } from "preact/hooks"
import type { Receipt } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"
import { Badge } from "../badge.tsx"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import { Progress } from "../progress.tsx"
import { ConfirmDialog } from "./confirm-dialog.tsx"
import { formatCount } from "./plural.ts"
import { saveFile } from "./save-file.ts"
import type { RevocationRun } from "./use-revocation.ts"

type LeakResultProps = { readonly run: RevocationRun; readonly receipt: Receipt }

/** What was counted or ended, and what could not be. */
export function LeakResult({ run, receipt }: LeakResultProps): VNode {
  const [isAsking, setAsking] = useState(false)
  const { dryRun, state, notes } = receipt
  const { isRunning, isStopping } = run
  const title = dryRun ? "Dry run" : "Receipt"
  const lines = listCounts(receipt)
  const apply = () => {
    setAsking(false)
    run.apply()
  }
  return (
    <Card
      title={title}
      aside={<Badge tone={state === "complete" ? "good" : "notice"}>{isRunning ? "running" : state}</Badge>}
    >
      <p aria-live="polite">
        For {namedBy(receipt)}. {describeReceipt(receipt, isRunning)}
      </p>
      {isRunning && <Progress label="Users" done={receipt.ended.users} />}
      <dl class="studio-counts">
        {lines.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{count.toLocaleString("en")}</span>
            </dd>
          </div>
        ))}
      </dl>
      <Problems receipt={receipt} />
      {!isRunning && notes.map((note) => <p key={note}>{note}</p>)}
      <p class="studio-actions">
        {isRunning && (
          <Button busy={isStopping} onClick={run.stop}>
            {isStopping ? "Stopping after this batch" : "Stop"}
          </Button>
        )}
        {!isRunning && dryRun && state === "complete" && (
          <Button variant="danger" onClick={() => setAsking(true)}>
            End them …
          </Button>
        )}
        {!isRunning && state !== "complete" && (
          <Button variant="primary" onClick={run.proceed}>
            Continue
          </Button>
        )}
        {!isRunning && <Button onClick={() => download(receipt)}>Download {title.toLowerCase()}</Button>}
        {!isRunning && <Button onClick={run.reset}>Start again</Button>}
      </p>
      <ConfirmDialog
        open={isAsking}
        title={`End all of them for ${namedBy(receipt)}?`}
        confirm="End them"
        busy={false}
        onConfirm={apply}
        onClose={() => setAsking(false)}
      >
        <ul class="studio-list">
          {lines.map(([label, count]) => (
            <li key={label}>
              {label}: {count.toLocaleString("en")}
            </li>
          ))}
        </ul>
        <p>It cannot be undone. Users sign in again.</p>
      </ConfirmDialog>
    </Card>
  )
}

function describeReceipt({ dryRun, state, notEnded }: Receipt, isRunning: boolean): string {
  if (isRunning) return dryRun ? "Counting." : "Ending, 50 users at a time."
  const problems =
    notEnded.count === 0 ? "" : ` Problems, listed below: ${notEnded.count.toLocaleString("en")}.`
  if (state !== "complete") return `Not everything was ${dryRun ? "counted" : "ended"} yet.${problems}`
  return `${dryRun ? "Nothing was changed: this is what would be ended." : "This was ended."}${problems}`
}

/** Whom the rule names. */
function namedBy({ rule }: Receipt): string {
  const { by, provider, domain, count } = rule
  if (by === "provider") return `users of the provider ${visibleText(String(provider))}`
  if (by === "domain") return `the domain ${visibleText(String(domain))}`
  return by === "users" ? `the list of ${formatCount(Number(count), "user")}` : "everybody"
}

/** The numbers of the kinds that were asked for. */
function listCounts({ ended, kinds, before }: Receipt): [string, number][] {
  const has = (kind: Receipt["kinds"][number]) => kinds.includes(kind)
  const lines: [string, number, boolean][] = [
    ["users", ended.users, true],
    ["stored sessions", ended.sessions, has("sessions")],
    ["users whose token sessions end", ended.usersOfTokenSessions, ended.usersOfTokenSessions > 0],
    ["newer sessions, which stay", ended.newerSessions, before !== null],
    ["undecidable sessions, which stay", ended.undecidableSessions, before !== null],
    ["refresh tokens", ended.refreshTokens, has("tokens")],
    ["access tokens", ended.accessTokens, has("tokens")],
    ["links", ended.links, has("links")],
    ["unattributed links, which stay", ended.unattributedLinks, ended.unattributedLinks > 0],
  ]
  return lines.flatMap(([label, count, isShown]) => (isShown ? [[label, count]] : []))
}

// The receipt has all that were recorded.
const mostShown = 20

function Problems({ receipt: { notEnded } }: { readonly receipt: Receipt }): VNode | null {
  const { count, problems } = notEnded
  if (count === 0) return null
  const shown = problems.slice(0, mostShown)
  return (
    <section aria-label="What could not be ended">
      <ul class="studio-list">
        {shown.map(({ kind, user, provider, line, count: rows, why }, index) => (
          <li key={index}>
            {[kind, user && `of user ${visibleText(user)}`, provider && visibleText(provider)]
              .concat(line ? `line ${line}` : undefined, rows ? `(${rows})` : undefined)
              .filter(Boolean)
              .join(" ")}
            : {visibleText(why)}
          </li>
        ))}
      </ul>
      {count > shown.length && <p class="soft">{count - shown.length} more are in the receipt.</p>}
    </section>
  )
}

const download = (receipt: Receipt): void =>
  saveFile(`mortise-revoke-${receipt.startedAt.replace(/[:.]/g, "-")}.json`, JSON.stringify(receipt, null, 2))
