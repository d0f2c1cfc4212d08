// The production entry; `demo/start.ts` adds sample data.
import { run } from './run.ts'

await run()
