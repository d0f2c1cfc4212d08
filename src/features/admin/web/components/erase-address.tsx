import { useState } from 'react'
import { erasureRequests } from '#features/admin/model.ts'
import { addressErasureSchema } from '#features/admin/schemas.ts'
import { formatNumber } from '#shared/numbers.ts'
import { userPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, callApi } from '#platform/web/api.ts'
import { ApiForm, emptyIsMissing, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { TextLink, useHydrated } from '#platform/web/navigation.tsx'

/** Erases a person who has no account, by their address. */
export function EraseAddress() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        label="Erase a person without an account"
        look="secondary"
        className="self-start"
        disabled={!useHydrated()}
        onClick={() => setIsOpen(true)}
      />
      <Dialog open={isOpen} onClose={close} title="Erase a person without an account">
        <AddressForm onClose={close} />
      </Dialog>
    </>
  )
}

function AddressForm({ onClose }: { onClose: () => void }) {
  const [accountId, setAccountId] = useState<string>()
  const form = useApiForm({
    schema: addressErasureSchema,
    async submit(body) {
      setAccountId(undefined)
      return callApi('POST /api/admin/erasures', { body }).catch((error: unknown) => {
        if (error instanceof ApiError)
          setAccountId((error.current as { id?: string } | undefined)?.id)
        throw error
      })
    },
    done({ erased }) {
      const rows = Object.values(erased).reduce((sum, count) => sum + count, 0)
      toast(
        rows === 0
          ? { title: 'Nothing is stored about this address' }
          : {
              title: 'Erased',
              description: `${formatNumber(rows)} ${rows === 1 ? 'entry' : 'entries'}. The audit log does not record the address.`,
            },
      )
      onClose()
    },
    failure: { title: 'We could not erase this address' },
  })
  return (
    <ApiForm form={form} label="Erase" className="flex flex-col gap-4">
      <p>
        You cannot undo this. It deletes the inquiries, CVs, job alerts, newsletter subscription,
        messages, and emails of this address, and removes the postings that were made with it. Only
        a record stays: who erased it, when, and who asked for it.
      </p>
      {accountId !== undefined && (
        <p>
          <TextLink to={userPath(accountId)}>Open the account with this address</TextLink>
        </p>
      )}
      <FormField form={form} name="email" label="Email address" required>
        {(control) => <TextInput {...control} type="email" autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="requestedBy"
        label="Who asked for it"
        options={emptyIsMissing}
        required
      >
        {(control) => <Select {...control} empty="Please choose" options={erasureRequests} />}
      </FormField>
      <DialogActions>
        <SubmitButton label="Erase for good" form={form} look="danger" pendingLabel="Erasing..." />
      </DialogActions>
    </ApiForm>
  )
}
