// The server's REST about people, one function a request.
import { read } from "../lib/api";
import type {
  AccountInfo,
  Acquaintance,
  ActionInfo,
  Agreements,
  ReportInfo,
  ReportWish,
  SanctionWish,
  ChallengeInfo,
  FriendInfo,
  OpenSeek,
  SeekInfo,
  TakenSeek,
  Ended,
  Leaderboard,
  MadeToken,
  Me,
  PasskeyInfo,
  PasskeyOptions,
  PlayedGames,
  Profile,
  RatingPoint,
  RecoveryCodes,
  TokenInfo,
} from "../types";
import * as passkeys from "./passkeys";

export type Scope = "read" | "play" | "bot";

export const profile = (name: string) => read<Profile>(`/people/${encodeURIComponent(name)}`);
export const graph = (name: string, game: string, seats: number) =>
  read<RatingPoint[]>(`/people/${encodeURIComponent(name)}/ratings/${game}/${seats}`);
export const played = (name: string, query: URLSearchParams) =>
  read<PlayedGames>(`/people/${encodeURIComponent(name)}/games?${query}`);
export const leaderboard = (game: string, seats: number, page: number) =>
  read<Leaderboard>(`/leaderboards/${game}/${seats}?page=${page}`);
export const seek = (game: string, seats: number, rated: boolean) => read<SeekInfo>("/seek", "POST", { game, seats, rated });
export const ownSeek = (wait: number) => read<SeekInfo | null>(`/seek?wait=${wait}`);
export const stopSeeking = () => read<null>("/seek", "DELETE");
export const seeks = () => read<OpenSeek[]>("/seeks");
export const take = (user: string) => read<TakenSeek>(`/seeks/${user}/take`, "POST");
export const challenge = (name: string, game: string, seats: number, rated: boolean) =>
  read<TakenSeek>(`/people/${encodeURIComponent(name)}/challenge`, "POST", { game, seats, rated });
export const challenges = () => read<ChallengeInfo[]>("/challenges");
export const decline = (table: string) => read<null>(`/challenges/${table}`, "DELETE");
export const friends = () => read<FriendInfo[]>("/friends");
export const befriend = (name: string) => read<null>(`/friends/${encodeURIComponent(name)}`, "PUT");
export const unfriend = (name: string) => read<null>(`/friends/${encodeURIComponent(name)}`, "DELETE");
export const acquaintance = (user: string) => read<Acquaintance>(`/users/${user}`);
export const block = (user: string) => read<null>(`/blocks/${user}`, "PUT");
export const unblock = (user: string) => read<null>(`/blocks/${user}`, "DELETE");
export const report = (wish: ReportWish) => read<null>("/reports", "POST", wish);
export const reports = () => read<ReportInfo[]>("/moderation/reports");
export const closeReport = (id: number, reason: string) => read<null>(`/moderation/reports/${id}/close`, "POST", { reason });
export const decide = (user: string, wish: SanctionWish) => read<null>(`/moderation/people/${user}`, "POST", wish);
export const agreements = (user: string) => read<Agreements>(`/moderation/people/${user}/agreements`);
export const compare = (user: string) => read<Agreements>(`/moderation/people/${user}/agreements`, "POST");
export const moderationLog = () => read<ActionInfo[]>("/moderation/log");
export const account = () => read<AccountInfo>("/account");
export const create = (name: string, password: string) => read<RecoveryCodes>("/account", "POST", { name, password });
export const signIn = (name: string, password: string) => read<Me>("/sign-in", "POST", { name, password });
export const recover = (name: string, code: string) => read<Me>("/sign-in/recovery", "POST", { name, code });
export const signOut = () => read<null>("/sign-out", "POST");
export const changePassword = (password: string) => read<Ended>("/account/password", "PUT", { password });
export const renewCodes = () => read<RecoveryCodes>("/account/recovery-codes", "POST");
export const removePasskey = (id: string) => read<null>(`/account/passkeys/${id}`, "DELETE");
export const endSignIn = (id: string) => read<Ended>(`/account/sign-ins/${id}`, "DELETE");
export const endOthers = () => read<Ended>("/account/sign-ins", "DELETE");
export const setEmail = (address: string) => read<null>("/account/email", "PUT", { address });
export const removeEmail = () => read<null>("/account/email", "DELETE");
export const confirmEmail = (token: string) => read<null>("/mail/confirm", "POST", { token });
export const tokens = () => read<TokenInfo[]>("/tokens");
export const makeToken = (label: string, scope: Scope) => read<MadeToken>("/tokens", "POST", { label, scopes: [scope] });
export const revokeToken = (id: string) => read<null>(`/tokens/${id}`, "DELETE");
export const sendLink = (address: string) => read<null>("/sign-in/email", "POST", { address });
export const signInByLink = (token: string) => read<Me>("/sign-in/link", "POST", { token });
export const deleteAccount = () => read<null>("/account", "DELETE");

async function newPasskey(name: string): Promise<string> {
  const { options } = await read<PasskeyOptions>("/account/passkey-options", "POST", { name });
  return passkeys.create(options);
}

export const createWithPasskey = async (name: string) =>
  read<RecoveryCodes>("/account", "POST", { name, passkey: await newPasskey(name) });

export const addPasskey = async (name: string) =>
  read<PasskeyInfo>("/account/passkeys", "POST", { credential: await newPasskey(name) });

export async function signInByPasskey(): Promise<Me> {
  const { options } = await read<PasskeyOptions>("/sign-in/passkey-options", "POST");
  return read<Me>("/sign-in/passkey", "POST", { credential: await passkeys.use(options) });
}
