import type { VNode } from "preact"
import { useRef } from "preact/hooks"
import type { RowCount } from "../../../mortise/src/cli/studio/api-types.ts"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import type { Counts, ModelName } from "./use-counts.ts"

const labels: Readonly<Record<string, string>> = {
  user: "users",
  account: "accounts",
  session: "sessions",
  verificationToken: "verification tokens",
  verification: "verifications",
  authenticator: "passkeys",
  slot: "slots",
}

// Better Auth's plugins have more models.
const toLabel = (model: ModelName): string => labels[model] ?? model

type CountsCardProps = { readonly models: readonly ModelName[]; readonly counts: Counts }

/** The number of rows of each model. */
export function CountsCard({ models, counts }: CountsCardProps): VNode {
  return (
    <Card title="Rows">
      <dl class="studio-counts">
        {models.map((model) => (
          <Count key={model} model={model} counts={counts} />
        ))}
      </dl>
    </Card>
  )
}

function Count({ model, counts }: { readonly model: ModelName; readonly counts: Counts }): VNode {
  const { count, isLoading, problem } = counts.getState(model)
  const number = useRef<HTMLSpanElement>(null)
  const countExactly = async () => {
    await counts.countExactly(model)
    // The button is gone.
    number.current?.focus()
  }
  return (
    <div>
      <dt>{toLabel(model)}</dt>
      <dd>
        <span ref={number} tabIndex={-1} class={count ? undefined : "soft"}>
          {count ? formatCount(count) : isLoading ? "counting" : problem && "not counted"}
        </span>{" "}
        {count?.isExact === false && !count.isAtMost && (
          <Button
            size="small"
            busy={isLoading}
            onClick={countExactly}
            aria-label={`Count ${toLabel(model)} exactly`}
          >
            Count exactly
          </Button>
        )}
      </dd>
    </div>
  )
}

function formatCount({ rows, isExact, isAtMost }: RowCount): string {
  if (rows === null) return "no table"
  const number = rows.toLocaleString("en")
  if (isAtMost) return rows === 0 ? number : `at most ${number}`
  return isExact ? number : `at least ${number}`
}
