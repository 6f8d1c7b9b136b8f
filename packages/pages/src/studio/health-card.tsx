import type { VNode } from "preact"
import { useState } from "preact/hooks"
import type { Health, VisibleFinding } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"
import { Badge } from "../badge.tsx"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import { CodeBlock } from "../code-block.tsx"
import { Skeleton } from "../skeleton.tsx"
import { type Problem, readApi, toProblem } from "./api-client.ts"

export type HealthCheck = {
  readonly health: Health | undefined
  readonly problem: Problem | undefined
  readonly isChecking: boolean
  readonly check: () => Promise<void>
}

/** Checks on demand, because a check reads whole tables. */
export function useHealth(): HealthCheck {
  const [state, setState] = useState<Omit<HealthCheck, "check">>({ ...nothing, isChecking: false })
  const check = async () => {
    setState({ ...nothing, isChecking: true })
    const checked = await readApi<Health>("health").then(
      (health) => ({ health }),
      (error) => ({ problem: toProblem(error) }),
    )
    setState({ ...nothing, isChecking: false, ...checked })
  }
  return { ...state, check }
}

const nothing = { health: undefined, problem: undefined }

/** Differences between the database and what the adapter needs, each with its fix. */
export function HealthCard({
  health: { health, isChecking, check },
  isBetterAuth,
}: {
  readonly health: HealthCheck
  readonly isBetterAuth: boolean
}): VNode {
  return (
    <Card
      title="Health"
      aside={
        <Button size="small" busy={isChecking} onClick={check}>
          Check
        </Button>
      }
    >
      {isChecking && <Skeleton label="The database is being checked" />}
      {health && <Findings health={health} />}
      {!health && !isChecking && (
        <p>
          {isBetterAuth
            ? "A check compares the tables with what Better Auth needs, and changes nothing. It reads all accounts, to find duplicates."
            : "A check compares the tables, or the settings of Redis, with what the adapter needs, and changes nothing. In tables it reads all emails, which takes some seconds for a million users."}
        </p>
      )}
    </Card>
  )
}

function Findings({ health: { findings } }: { readonly health: Health }): VNode {
  if (findings === null) return <p>This store has nothing to check.</p>
  if (findings.length === 0) return <p>The database has everything that the adapter needs.</p>
  return (
    <ul class="studio-findings">
      {findings.map((finding) => (
        <Finding key={`${finding.code} ${finding.place} ${finding.why}`} finding={finding} />
      ))}
    </ul>
  )
}

function Finding({ finding }: { readonly finding: VisibleFinding }): VNode {
  const { severity, code, why, fix } = finding
  const place = visibleText(finding.place)
  return (
    <li>
      <p>
        <Badge tone={severity === "error" ? "bad" : "notice"}>{severity}</Badge>{" "}
        <code>{`${code} ${place}`.trim()}</code>
      </p>
      <p>{visibleText(why)}</p>
      {fix.length > 0 && <CodeBlock code={fix.join("\n")} label={`the fix of ${code} ${place}`.trim()} />}
    </li>
  )
}
