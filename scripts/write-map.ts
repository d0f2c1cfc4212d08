import { writeFile } from 'node:fs/promises'
import { currentMap } from './current-map.ts'

await writeFile('docs/map.md', await currentMap())
