import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { folderForFile, serverForTest } from '#test/for-test.ts'
import { freePort } from '#test/free-port.ts'
import { s3ForFile } from '#test/s3-server.ts'
import type { Secrets } from '../secret.ts'
import { openStorage } from './open-storage.ts'
import { FileTooLargeError, type FileStorage } from './storage.ts'

const secrets: Secrets = ['s'.repeat(32)]
const rules = { maxBytes: 1000, inspect: async () => 'fine' }

async function* bytes(...chunks: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

const s3 = s3ForFile()

async function read(storage: FileStorage, key: string): Promise<Buffer | undefined> {
  const file = await storage.get(key)
  return file && buffer(file.content)
}

describe.each(['on the local disk', 'in an S3 store'])('%s', (where) => {
  const dataDir = folderForFile()
  let storage: FileStorage
  const opened = () =>
    openStorage({
      s3: where === 'in an S3 store' ? s3.settings : undefined,
      dataDir: dataDir.path,
      secrets,
    })
  beforeAll(async () => {
    storage = await opened()
  })
  afterAll(() => storage.close())

  const contentOf = async (key: string) => (await read(storage, key))?.toString()
  const listed = async (folder: string) => {
    const files: { key: string; storedAt: Date }[] = []
    for await (const file of storage.list(folder)) files.push(file)
    return files
  }
  const keysOf = async (folder: string) => (await listed(folder)).map(({ key }) => key).toSorted()
  const leftAside = () => readdir(join(dataDir.path, 'incoming')).catch(() => [])

  test('a file is read back unchanged', async () => {
    const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const { size, inspected } = await storage.put('whole/one', bytes(content, content), rules)
    const file = await storage.get('whole/one')

    expect({ size, inspected }).toEqual({ size: 512, inspected: 'fine' })
    expect(file?.size).toBe(512)
    expect(file && (await buffer(file.content))).toEqual(Buffer.concat([content, content]))
    expect(await leftAside()).toEqual([])
  })

  test('a file may be empty, replaces another, is listed with its time, and removed; a missing one may be, too', async () => {
    await storage.put('place/one', bytes('first'), rules)
    await storage.put('place/two', bytes('2'), rules)
    await storage.put('place/one', bytes(), rules)
    expect(await contentOf('place/one')).toBe('')
    for (const { storedAt } of await listed('place'))
      expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(10_000)
    await storage.remove('place/one')
    expect(await keysOf('place')).toEqual(['place/two'])
    expect(await contentOf('place/one')).toBeUndefined()
    await expect(storage.remove('none/one')).resolves.toBeUndefined()
    expect(await keysOf('none')).toEqual([])
  })

  test('the inspection sees the whole file before anybody else', async () => {
    const seen = await storage.put('inspected/one', bytes('one', 'two'), {
      maxBytes: 6,
      inspect: async (path) => ({
        content: await readFile(path, 'utf8'),
        visible: await keysOf('inspected'),
      }),
    })

    expect(seen.inspected).toEqual({ content: 'onetwo', visible: [] })
    expect(await keysOf('inspected')).toEqual(['inspected/one'])
  })

  test('one byte too many is refused at once', async () => {
    let asked = 0
    async function* endless(): AsyncGenerator<Buffer> {
      for (; ; asked++) yield Buffer.alloc(600)
    }

    await expect(storage.put('large/one', endless(), rules)).rejects.toThrow(FileTooLargeError)
    await expect(storage.put('large/one', bytes('x'.repeat(1001)), rules)).rejects.toThrow(
      FileTooLargeError,
    )
    expect(asked).toBe(1)
    expect(await keysOf('large')).toEqual([])
    expect(await leftAside()).toEqual([])
  })

  test('a failed or refused upload leaves nothing, and the existing file stays', async () => {
    await storage.put('broken/one', bytes('kept'), rules)
    async function* cutOff(): AsyncGenerator<Buffer> {
      yield Buffer.from('half')
      throw new Error('gone')
    }

    await expect(storage.put('broken/one', cutOff(), rules)).rejects.toThrow('gone')
    await expect(storage.put('broken/two', cutOff(), rules)).rejects.toThrow('gone')
    const refuse = async () => Promise.reject(new Error('no'))
    await expect(
      storage.put('broken/one', bytes('bad'), { maxBytes: 9, inspect: refuse }),
    ).rejects.toThrow('no')
    expect(await keysOf('broken')).toEqual(['broken/one'])
    expect(await contentOf('broken/one')).toBe('kept')
    expect(await leftAside()).toEqual([])
  })

  test('two uploads of one key end with one of them', async () => {
    const [one, other] = ['a'.repeat(900), 'b'.repeat(900)]
    await Promise.all([
      storage.put('both/one', bytes(one.slice(0, 450), one.slice(450)), rules),
      storage.put('both/one', bytes(other.slice(0, 450), other.slice(450)), rules),
    ])

    expect([one, other]).toContain(await contentOf('both/one'))
  })

  test.each(['../secret', 'files/../../secret', '/etc/passwd', 'secret', 'a//b', 'a/b\u0000'])(
    '%j is no key',
    async (key) => {
      await expect(storage.put(key, bytes('x'), rules)).rejects.toThrow('Not the key')
      await expect(storage.get(key)).rejects.toThrow('Not the key')
      await expect(storage.remove(key)).rejects.toThrow('Not the key')
      expect(await leftAside()).toEqual([])
    },
  )

  test('abandoned uploads are removed later, active ones are not', async () => {
    const incoming = join(dataDir.path, 'incoming')
    await mkdir(incoming, { recursive: true })
    await writeFile(join(incoming, 'crashed'), 'half')
    await utimes(join(incoming, 'crashed'), new Date(0), new Date(0))
    await writeFile(join(incoming, 'under-way'), 'half')
    ;(await opened()).close()

    expect(await leftAside()).toEqual(['under-way'])
  })
})

describe('an S3 store', () => {
  const dataDir = folderForFile()

  test('that is used by role: the credentials come from the container, and none stop the start', async () => {
    const settings = { ...s3.settings, accessKeyId: undefined, secretAccessKey: undefined }
    const nowhere = join(dataDir.path, 'nowhere')
    for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, nowhere)
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(openStorage({ s3: settings, dataDir: dataDir.path, secrets })).rejects.toThrow(
      /or a machine whose role may use it/,
    )

    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = s3.settings
    const Expiration = new Date(Date.now() + 3_600_000).toISOString()
    const host = await serverForTest((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ AccessKeyId, SecretAccessKey, Token: 'token', Expiration })),
    )
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${host}/`)
    const storage = await openStorage({ s3: settings, dataDir: dataDir.path, secrets })
    await storage.put('role/one', bytes('by role'), rules)
    expect(String(await read(storage, 'role/one'))).toBe('by role')
    storage.close()
  })

  test('that is down does not stop the start; single files then fail and leave nothing', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const storage = await openStorage({
      s3: { ...s3.settings, endpoint },
      dataDir: dataDir.path,
      secrets,
    })

    await expect(storage.put('down/one', bytes('x'), rules)).rejects.toThrow('ECONNREFUSED')
    await expect(storage.get('down/one')).rejects.toThrow('ECONNREFUSED')
    expect(await readdir(join(dataDir.path, 'incoming'))).toEqual([])
    storage.close()
  })
})

describe('encrypted files', () => {
  const dataDir = folderForFile()

  const opened = (given: Secrets = secrets) =>
    openStorage({ s3: undefined, dataDir: dataDir.path, secrets: given })
  const pathOf = (key: string) => join(dataDir.path, 'files', key)
  const large = { maxBytes: 1_000_000, inspect: (path: string) => readFile(path, 'utf8') }

  test.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
    'of %i bytes are read back, and cannot be read in the store',
    async (size) => {
      const storage = await opened()
      const content = Buffer.alloc(size, 'Curriculum vitae ')
      const { size: stored, inspected } = await storage.put('cv/one', bytes(content), large)
      expect({ stored, inspected }).toEqual({ stored: size, inspected: content.toString() })
      const unread = await storage.get('cv/one')
      expect(unread?.size).toBe(size)
      unread?.content.destroy()
      expect(await read(storage, 'cv/one')).toEqual(content)
      expect(await readFile(pathOf('cv/one'), 'latin1')).not.toContain('vitae')
      expect(await readdir(join(dataDir.path, 'incoming'))).toEqual([])
    },
  )

  test('each have a key of their own', async () => {
    const storage = await opened()
    for (const key of ['cv/same', 'cv/other'])
      await storage.put(key, bytes('the same content'), rules)
    const [one, other] = await Promise.all(
      ['cv/same', 'cv/other'].map((key) => readFile(pathOf(key))),
    )
    expect(one?.subarray(-32)).not.toEqual(other?.subarray(-32))
  })

  test('that were changed, cut off, or given another name are not read', async () => {
    const storage = await opened()
    const content = Buffer.alloc(150_000, 'x')
    await storage.put('cv/whole', bytes(content), large)
    const whole = await readFile(pathOf('cv/whole'))
    const changed = Buffer.from(whole)
    changed[100_000] = (changed[100_000] ?? 0) ^ 1
    const [cut, cutBetweenChunks] = [whole.subarray(0, -1), whole.subarray(0, 79 + 65_552)]
    for (const bad of [
      changed,
      cut,
      cutBetweenChunks,
      Buffer.concat([whole, Buffer.from('x')]),
      whole,
    ]) {
      await writeFile(pathOf('cv/bad'), bad)
      await expect(read(storage, 'cv/bad')).rejects.toThrow(
        /unable to authenticate data|Invalid authentication tag|No known secret/,
      )
    }
    expect(await read(storage, 'cv/whole')).toEqual(content)
  })

  test('are encrypted with the new secret by a rotation', async () => {
    const next = 'n'.repeat(32)
    const [old, storage] = [await opened(), await opened([next, ...secrets])]
    await old.put('cv/old', bytes('with the old secret'), rules)
    await writeFile(pathOf('cv/bad'), await readFile(pathOf('cv/old')))
    expect(String(await read(storage, 'cv/old'))).toBe('with the old secret')

    const { files, changed, unreadable } = await storage.rotate()
    expect(changed).toBe(files - 1)
    expect(unreadable).toEqual(['cv/bad'])
    expect(await storage.rotate()).toMatchObject({ changed: 0 })

    const alone = await opened([next])
    expect(String(await read(alone, 'cv/old'))).toBe('with the old secret')
    await expect(read(old, 'cv/old')).rejects.toThrow('to SECRET')
  })

  test('in other folders are stored as they are', async () => {
    const storage = await opened()
    await storage.put('plain/one', bytes('a list of jobs'), rules)
    expect(await readFile(pathOf('plain/one'), 'utf8')).toBe('a list of jobs')
  })
})
