import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { logoPath, photoPath } from '#shared/paths.ts'
import { Field, TextField, TextInput } from '#ui/field.tsx'
import { Monogram } from '#ui/figures.tsx'
import { rowClass, Rows } from '#ui/rows.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { ApiError, apiUrl, callApi } from '#platform/web/api.ts'
import { wrongKind } from '#platform/web/upload.ts'
import { maxAlt, maxLogo, maxPhoto, maxPhotos, pictureTypes } from '../model.ts'
import { type Shown, changes } from './organization-forms.tsx'

/** The logo and the photos of an organization. */

export function Logo({ organization: { name, logoId } }: Shown) {
  const upload = useAction<File>({
    call: (file) => uploadPicture('PUT', apiUrl('PUT /api/organization/logo'), file),
    done: {
      title: 'Logo uploaded',
      description: 'Your page and your jobs show it within a minute.',
    },
    failure: 'The logo was not uploaded',
    changes,
  })
  const remove = useAction({
    call: () => callApi('DELETE /api/organization/logo'),
    done: { title: 'Logo removed' },
    failure: 'The logo was not removed',
    changes,
  })
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Monogram name={name} logo={logoId === null ? undefined : logoPath(logoId, 96)} />
      <PictureField
        label="Logo"
        most={maxLogo}
        isPending={upload.isPending}
        onChoose={upload.run}
      />
      {logoId !== null && (
        <ActionButton action={remove} look="secondary" size="sm" icon={Trash2}>
          Remove<span className="sr-only"> the logo</span>
        </ActionButton>
      )}
    </div>
  )
}

type PictureFieldProps = {
  label: string
  /** In megabytes. */
  most: number
  isPending: boolean
  onChoose: (file: File) => void
}

/** Uploads a file as soon as it is chosen. */
function PictureField({ label, most, isPending, onChoose }: PictureFieldProps) {
  const [problem, setProblem] = useState<string>()
  const hint = `PNG, JPEG or WebP, up to ${most} MB and 16 megapixels`
  return (
    <Field label={label} hint={hint} error={problem}>
      {(control) => (
        <TextInput
          {...control}
          type="file"
          accept={pictureTypes}
          className="py-1.5"
          aria-busy={isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            const isTooLarge = file && file.size > most * 1024 * 1024
            const wrong =
              file &&
              (wrongKind(file, pictureTypes) ??
                (isTooLarge
                  ? `This file is too large: a ${label.toLowerCase()} has at most ${most} MB.`
                  : undefined))
            setProblem(wrong)
            if (file && wrong === undefined) onChoose(file)
            target.value = ''
          }}
        />
      )}
    </Field>
  )
}

/** @throws {ApiError} if the server refuses the file. */
async function uploadPicture(method: 'PUT' | 'POST', url: string, file: File) {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => undefined))
}

export function Photos({ organization: { photos } }: Shown) {
  const [alt, setAlt] = useState('')
  const add = useAction<File>({
    call: (file) =>
      uploadPicture('POST', apiUrl('POST /api/organization/photos', { query: { alt } }), file),
    done: () => {
      setAlt('')
      return { title: 'Photo added', description: 'Your page shows it within a minute.' }
    },
    failure: 'The photo was not added',
    changes,
  })
  const remove = useAction<string>({
    call: (id) => callApi('DELETE /api/organization/photos/:id', { params: { id } }),
    done: { title: 'Photo removed' },
    failure: 'The photo was not removed',
    changes,
  })
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      {photos.length > 0 && (
        <Rows label="Photos">
          {photos.map(({ id, alt: text }) => (
            <li key={id} className={rowClass}>
              <img src={photoPath(id, 640)} alt="" className="h-16 w-24 rounded-sm object-cover" />
              <p className="min-w-0 grow basis-40">{text}</p>
              <ActionButton
                label="Remove"
                about={text}
                action={remove}
                input={id}
                look="secondary"
                size="sm"
                icon={Trash2}
              />
            </li>
          ))}
        </Rows>
      )}
      {photos.length < maxPhotos ? (
        <>
          <TextField
            label="What the next photo shows"
            hint="For those who do not see it, such as: Our emergency department at night"
            maxLength={maxAlt}
            value={alt}
            onChange={({ target }) => setAlt(target.value)}
          />
          {alt.trim() !== '' && (
            <PictureField
              label="Photo"
              most={maxPhoto}
              isPending={add.isPending}
              onChoose={add.run}
            />
          )}
        </>
      ) : (
        <p className="text-muted">Your page has {maxPhotos} photos. Remove one to add another.</p>
      )}
    </div>
  )
}
