/** A multipart form with one file, as `POST /contacts/import` takes it. */
export function csvForm(content: string | Uint8Array, { name = 'contacts.csv', type = 'text/csv', part = 'file' } = {}): FormData {
  const form = new FormData();
  form.append(part, new Blob([content as never], { type }), name);
  return form;
}
