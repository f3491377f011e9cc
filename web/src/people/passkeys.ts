// The browser's own passkeys. Options come and answers go as JSON, as WebAuthn writes them.

/** Browsers have passkeys for pages that can't have been changed on the way, and for host names, not for addresses. */
export const hasPasskeys = (): boolean =>
  isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(location.hostname);

export async function create(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  return asText(await navigator.credentials.create({ publicKey }));
}

export async function use(options: string): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON);
  return asText(await navigator.credentials.get({ publicKey }));
}

const asText = (credential: Credential | null): string => JSON.stringify((credential as PublicKeyCredential).toJSON());
