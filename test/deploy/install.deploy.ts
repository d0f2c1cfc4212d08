import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { startProgram } from '../processes/spawn.ts'

const folder = mkdtempSync(join(tmpdir(), 'install-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('npm test installs beside a running npm start, which goes on as before', async () => {
  execFileSync('sh', [
    '-c',
    'git ls-files -coz --exclude-standard | xargs -0 cp --parents -t "$0"',
    folder,
  ])
  const [port, dataDir] = [await freePort(), join(folder, 'data')]
  const origin = `http://localhost:${port}`
  const given = { PORT: String(port), DATA_DIR: dataDir }
  const server = startProgram([join(folder, 'scripts/start.mjs')], given)
  await server.line(/is ready/)
  const [, password = ''] = (await server.line(/physician@demo/)).match(/(demo-\w+)/) ?? []

  const script = join(folder, 'install-tests.mjs')
  writeFileSync(
    script,
    `import { ensureInstalled } from './scripts/lib/install.mjs'\nawait ensureInstalled({ tests: true })`,
  )
  const installing = startProgram([script])
  const body = JSON.stringify({ email: 'physician@demo.example', password, website: '' })
  const headers = { 'content-type': 'application/json', origin }
  // A new connection loads PostgreSQL's libraries anew.
  const connection = { host: join(dataDir, 'socket'), user: 'whitecoat', database: 'whitecoat' }
  for (
    let times = 0;
    !(await Promise.race([installing.exited.then(() => true), setTimeout(500, false)]));
    times++
  ) {
    expect((await fetch(`${origin}/jobs?keyword=heart${times}`)).status).toBe(200)
    const client = new pg.Client(connection)
    await client.connect()
    await client.query(`do $$ begin perform similarity('a', 'b'); end $$`)
    await client.end()
  }
  expect(await installing.exited).toBe(0)

  expect((await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body })).status).toBe(
    200,
  )
  const list = join(folder, 'jobs.json')
  writeFileSync(
    list,
    '[{"title": "Cardiologist", "company": "Hill Clinic", "location": "Boise, ID"}]',
  )
  const importing = startProgram(
    [join(folder, 'bin/whitecoat'), 'import', list],
    { DATA_DIR: dataDir },
    'sh',
  )
  expect(await importing.exited).toBe(0)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
