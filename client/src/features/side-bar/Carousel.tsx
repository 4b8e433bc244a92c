import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, ImageOff } from "lucide-react";
import { type CSSProperties, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { safeTarget, shownPicture } from "../../lib/links";
import { IconButton } from "../../ui/IconButton";
import type { SideBar } from "../../wire/sideBar";
import styles from "./Carousel.module.css";

/** How long a slide is shown. */
const STANDS_MS = 5000;

export type CarouselProps = {
  /** At least one. */
  slides: SideBar["advertisements"];
};

/**
 * Shows the tenant's offers in turn. It pauses on hover, on focus inside, after a manual turn, and with reduced motion.
 */
export function Carousel({ slides }: CarouselProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState(0);
  const [isHeld, setIsHeld] = useState(false);
  const [isByHand, setIsByHand] = useState(false);
  const isOne = slides.length < 2;

  useEffect(() => {
    if (isHeld || isByHand || isOne || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => {
      if (!document.hidden) setAt((now) => (now + 1) % slides.length);
    }, STANDS_MS);
    return () => clearInterval(timer);
  }, [isHeld, isByHand, isOne, slides.length]);

  const turn = (step: number) => {
    setIsByHand(true);
    setAt((at + step + slides.length) % slides.length);
  };
  const style: CSSProperties & Record<`--${string}`, number> = { "--at": at };
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={t("side_ads")}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <ul className={styles.track} style={style}>
        {slides.map((slide, index) => (
          <li key={`${slide.image} ${slide.link}`} inert={index !== at}>
            <Slide {...slide} label={t("side_ad_position", { position: index + 1, total: slides.length })} />
          </li>
        ))}
      </ul>
      {isOne ? null : (
        <>
          <span className={clsx(styles.turn, styles.back)}>
            <IconButton
              label={t("side_ad_previous")}
              icon={<ChevronLeft size={18} className="mirrored" />}
              onClick={() => turn(-1)}
            />
          </span>
          <span className={clsx(styles.turn, styles.on)}>
            <IconButton
              label={t("side_ad_next")}
              icon={<ChevronRight size={18} className="mirrored" />}
              onClick={() => turn(1)}
            />
          </span>
          <span className={styles.dots} aria-hidden="true">
            {slides.map((slide, index) => (
              <i key={`${slide.image} ${slide.link}`} data-now={index === at} />
            ))}
          </span>
        </>
      )}
    </section>
  );
}

function Slide({ image, link, label }: { image: string; link: string; label: string }) {
  const target = safeTarget(link);
  const source = shownPicture(image);
  const [failed, setFailed] = useState("");
  const picture =
    source === "" || failed === source ? (
      <span className={styles.missing}>
        <ImageOff size={20} aria-hidden /> <bdi>{label}</bdi>
      </span>
    ) : (
      <img src={source} alt={label} loading="lazy" onError={() => setFailed(source)} />
    );
  return target === undefined ? (
    picture
  ) : (
    <a href={target} target="_blank" rel="noopener noreferrer">
      {picture}
    </a>
  );
}
