import { describeLifecycle } from "./lifecycle.ts"
import { memory } from "./support/backends.ts"

describeLifecycle("memory", memory)
