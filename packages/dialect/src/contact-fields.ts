/** Fields of a contact that are kept as custom fields, under their names with a prefix. */
export const infoFields: readonly string[] =
  'languages title gender altPhone description companyCode companyTaxId companyRole companyWebsite companyEmail companyPhone companyCountry currency address city postalCode notes birthday notifications timezone crm crmRef'.split(
    ' ',
  )

/** Attributes of ours by the fields of the dialect. */
export const attributeFields = {
  surname: 'lastName',
  email: 'email',
  companyName: 'company',
  country: 'country',
  shortName: 'firstName',
} as const
