import type { VNode } from "preact"
import { Button } from "../../packages/pages/src/button.tsx"
import { Card } from "../../packages/pages/src/card.tsx"
import { type Facts, megabytes } from "./facts.ts"

type DownloadCardProps = { readonly facts: Facts; readonly onStart: () => void }

/** Says what PGlite downloads, and waits for the click. */
export const DownloadCard = ({ facts, onStart }: DownloadCardProps): VNode => (
  <Card title={`PostgreSQL in this tab: PGlite ${facts.pglite}`} level={2}>
    <p>
      Starting it downloads <strong>{megabytes(facts.bytes)}</strong> from <code>{location.host}</code>, the
      server of this page: PostgreSQL as WebAssembly, and the files of an empty database. A server that
      compresses sends less. It then runs in a worker of this tab, and the page can be used meanwhile.
    </p>
    <div>
      <Button variant="primary" onClick={onStart}>
        Download and start
      </Button>
    </div>
  </Card>
)
