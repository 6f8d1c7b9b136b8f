import { installOrms } from "../install.ts"

await installOrms()
const { describePresets } = await import("./describe-presets.ts")

describePresets("postgres")
