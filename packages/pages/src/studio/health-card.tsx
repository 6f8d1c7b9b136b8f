import type { VNode } from "preact"
import { useState } from "preact/hooks"
import type { Health, VisibleFinding } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"
import { Badge } from "../badge.tsx"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import { CodeBlock } from "../code-block.tsx"
import { readApi } from "./api-client.ts"
import { useLoaded } from "./use-loaded.ts"

/** Differences between the database and what the adapter needs, each with its fix. */
export function HealthCard(): VNode {
  const [checks, setChecks] = useState(0)
  return (
    <Card
      title="Health"
      aside={
        <Button size="small" onClick={() => setChecks(checks + 1)}>
          Check
        </Button>
      }
    >
      {checks === 0 ? (
        <p>
          A check compares the tables, or the settings of Redis, with what the adapter needs, and changes
          nothing. In tables it reads all emails, which takes some seconds for a million users.
        </p>
      ) : (
        <Findings key={checks} />
      )}
    </Card>
  )
}

function Findings(): VNode {
  const { value: health, error } = useLoaded(() => readApi<Health>("health"), "health")
  if (error !== undefined) return <p>{error}</p>
  if (!health) return <p class="soft">The database is being checked.</p>
  if (health.findings === null) return <p>This store has nothing to check.</p>
  if (health.findings.length === 0) return <p>The database has everything that the adapter needs.</p>
  return (
    <ul class="studio-findings">
      {health.findings.map((finding) => (
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
