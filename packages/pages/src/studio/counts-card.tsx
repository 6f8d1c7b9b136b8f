import type { VNode } from "preact"
import { useState } from "preact/hooks"
import type { Overview, RowCount } from "../../../mortise/src/cli/studio/api-types.ts"
import { Button } from "../button.tsx"
import { Card } from "../card.tsx"
import { readApi } from "./api-client.ts"
import { useLoaded } from "./use-loaded.ts"

type ModelName = Overview["models"][number]

const labels: Readonly<Record<ModelName, string>> = {
  user: "users",
  account: "accounts",
  session: "sessions",
  verificationToken: "verification tokens",
  authenticator: "passkeys",
  slot: "slots",
}

/** The number of rows of each model. Each one loads alone, so that a large table delays no other. */
export function CountsCard({ models }: { readonly models: readonly ModelName[] }): VNode {
  return (
    <Card title="Rows">
      <dl class="studio-counts">
        {models.map((model) => (
          <Count key={model} model={model} />
        ))}
      </dl>
    </Card>
  )
}

function Count({ model }: { readonly model: ModelName }): VNode {
  const [isExact, setExact] = useState(false)
  const query = { model, ...(isExact && { exact: "1" }) }
  const { value, error } = useLoaded(() => readApi<RowCount>("count", query), `${model} ${isExact}`)
  return (
    <div>
      <dt>{labels[model]}</dt>
      <dd>
        {error ?? (value === undefined ? "counting" : textOfCount(value))}{" "}
        {value?.isExact === false && !value.isAtMost && (
          <Button size="small" onClick={() => setExact(true)} aria-label={`Count ${labels[model]} exactly`}>
            Count exactly
          </Button>
        )}
      </dd>
    </div>
  )
}

function textOfCount({ rows, isExact, isAtMost }: RowCount): string {
  if (rows === null) return "no table"
  const number = rows.toLocaleString("en")
  if (isAtMost) return rows === 0 ? number : `at most ${number}`
  return isExact ? number : `at least ${number}`
}
