/** How an agent likes the desk, in this browser. */
import { atom } from "../../state/jotai";
import { keptSound } from "../keeping";
import { applyShade, keptShade, type Shade } from "../shade";

const soundHeldAtom = atom(keptSound.read() !== "off");
/** Whether news make a sound. */
export const soundAtom = atom((get) => get(soundHeldAtom));
export const switchSoundAtom = atom(null, (_get, set, isOn: boolean) => {
  keptSound.write(isOn ? "" : "off");
  set(soundHeldAtom, isOn);
});

const shadeHeldAtom = atom<Shade>(keptShade());
/** Light, dark, or as the device. */
export const shadeAtom = atom((get) => get(shadeHeldAtom));
export const showShadeAtom = atom(null, (_get, set, shade: Shade) => {
  applyShade(shade);
  set(shadeHeldAtom, shade);
});
