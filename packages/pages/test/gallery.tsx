import { render, type VNode } from "preact"
import { useState } from "preact/hooks"
import { Badge } from "../src/badge.tsx"
import { Button } from "../src/button.tsx"
import { Card } from "../src/card.tsx"
import { CodeBlock } from "../src/code-block.tsx"
import { DataTable } from "../src/data-table.tsx"
import { Dialog } from "../src/dialog.tsx"
import { EmptyState } from "../src/empty-state.tsx"
import { ErrorBanner } from "../src/error-banner.tsx"
import { Field } from "../src/field.tsx"
import { Progress } from "../src/progress.tsx"
import { Segmented } from "../src/segmented.tsx"
import { Shell } from "../src/shell.tsx"
import { Skeleton } from "../src/skeleton.tsx"
import { Toasts, useToasts } from "../src/toasts.tsx"

const sizes = [
  { value: "small", label: "Small" },
  { value: "large", label: "Large" },
] as const
const people = Array.from({ length: 3 }, (_, nth) => ({
  id: `019a-${nth}`,
  email: `person-${nth}@example.com`,
}))

/** Every component once, for the tests. */
function Gallery(): VNode {
  const [size, setSize] = useState<"small" | "large">("small")
  const [isAsking, setAsking] = useState(false)
  const { toasts, show, close } = useToasts()
  return (
    <Shell
      page="gallery"
      controls={<Segmented legend="Size" options={sizes} value={size} onChange={setSize} />}
    >
      <Card title="Buttons" level={2} aside={<Badge tone="good">{size}</Badge>}>
        <div>
          <Button variant="primary" onClick={() => show("Saved.")}>
            Save
          </Button>{" "}
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete …
          </Button>{" "}
          <Button busy onClick={() => show("A busy button was clicked.", "bad")}>
            Saving
          </Button>{" "}
          <Button disabled>Disabled</Button>
        </div>
        <Field label="Email" type="email" hint="The start of the address is enough." />
        <Field label="Name" error="Type a name." />
        <Progress label="Sweep" done={3} total={4} />
        <Badge>neutral</Badge> <Badge tone="notice">notice</Badge> <Badge tone="bad">bad</Badge>
      </Card>
      <Card title="Data" level={2}>
        <DataTable
          caption="People"
          aside={people.length}
          columns={[
            { key: "id", label: "id", cell: ({ id }) => <code>{id}</code> },
            { key: "email", label: "email", cell: ({ email }) => email },
            { key: "long", label: "long", cell: ({ email }) => email.repeat(3) },
          ]}
          rows={people}
          rowKey={({ id }) => id}
          isFresh={({ id }) => id === "019a-0"}
        />
        {(["fit", "stack"] as const).map((layout) => (
          <DataTable
            key={layout}
            caption={`People, ${layout}`}
            columns={[
              { key: "id", label: "id", cell: ({ id }) => <code>{id}</code> },
              { key: "email", label: "email", cell: ({ email }) => email },
            ]}
            rows={people}
            rowKey={({ id }) => id}
            layout={layout}
          />
        ))}
        <ErrorBanner title="Sessions cannot be read" onRetry={() => show("Read again.")}>
          The database refused the connection: check that it runs.
        </ErrorBanner>
        <Skeleton label="Loading people" />
        <CodeBlock code={`create unique index "users_email" on "users" ("email")`} label="The statement" />
        <EmptyState title="No sessions">A session appears when the user signs in.</EmptyState>
      </Card>
      <Dialog
        open={isAsking}
        title="Delete the user?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="danger" onClick={() => setAsking(false)}>
              Delete
            </Button>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
          </>
        }
      >
        <p>Two sessions and one account are deleted too.</p>
      </Dialog>
      <Toasts toasts={toasts} onClose={close} />
    </Shell>
  )
}

render(<Gallery />, document.body)
