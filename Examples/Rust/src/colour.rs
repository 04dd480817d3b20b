//! A colour, and what can be said of it. Knows nothing of hosts and features.

/// Red, green and blue, each from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

const NAMES: [(&str, Colour); 16] = [
    ("black", Colour(0, 0, 0)),
    ("white", Colour(255, 255, 255)),
    ("grey", Colour(128, 128, 128)),
    ("red", Colour(255, 0, 0)),
    ("green", Colour(0, 128, 0)),
    ("blue", Colour(0, 0, 255)),
    ("yellow", Colour(255, 255, 0)),
    ("orange", Colour(255, 165, 0)),
    ("purple", Colour(128, 0, 128)),
    ("teal", Colour(0, 128, 128)),
    ("navy", Colour(0, 0, 128)),
    ("olive", Colour(128, 128, 0)),
    ("maroon", Colour(128, 0, 0)),
    ("pink", Colour(255, 192, 203)),
    ("brown", Colour(165, 42, 42)),
    ("gold", Colour(255, 215, 0)),
];

impl Colour {
    /// ff8800, #f80, 255, 136, 0, or one of the names.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some((_, colour)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
            return Some(*colour);
        }
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if let [red, green, blue] = parts[..] {
            return Some(Self(red.parse().ok()?, green.parse().ok()?, blue.parse().ok()?));
        }
        let digits: Option<Vec<u8>> = text
            .strip_prefix('#')
            .unwrap_or(text)
            .chars()
            .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
            .collect();
        match digits?[..] {
            [r, g, b] => Some(Self(r * 17, g * 17, b * 17)),
            [a, b, c, d, e, f] => Some(Self(a * 16 + b, c * 16 + d, e * 16 + f)),
            _ => None,
        }
    }

    pub fn hex(self) -> String {
        format!("{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Hue in degrees, saturation and lightness from 0 to 1.
    pub fn hsl(self) -> (f64, f64, f64) {
        let [r, g, b] = [self.0, self.1, self.2].map(|part| f64::from(part) / 255.0);
        let (high, low) = (r.max(g).max(b), r.min(g).min(b));
        let (lightness, range) = ((high + low) / 2.0, high - low);
        if range == 0.0 {
            return (0.0, 0.0, lightness);
        }
        let hue = if high == r {
            (g - b) / range
        } else if high == g {
            (b - r) / range + 2.0
        } else {
            (r - g) / range + 4.0
        };
        (
            (hue * 60.0).rem_euclid(360.0),
            range / (1.0 - (2.0 * lightness - 1.0).abs()),
            lightness,
        )
    }

    pub fn from_hsl(hue: f64, saturation: f64, lightness: f64) -> Self {
        let part = |offset: f64| {
            let k = (offset + hue / 30.0).rem_euclid(12.0);
            let range = saturation * lightness.min(1.0 - lightness);
            let part = lightness - range * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
            (part * 255.0).round().clamp(0.0, 255.0) as u8
        };
        Self(part(0.0), part(8.0), part(4.0))
    }

    pub fn complement(self) -> Self {
        let (hue, saturation, lightness) = self.hsl();
        Self::from_hsl((hue + 180.0).rem_euclid(360.0), saturation, lightness)
    }

    /// By so much of the way from black to white, within both.
    pub fn lighter(self, by: f64) -> Self {
        let (hue, saturation, lightness) = self.hsl();
        Self::from_hsl(hue, saturation, (lightness + by).clamp(0.0, 1.0))
    }

    /// The contrast of text in one colour on the other, from 1 to 21: WCAG 2.1, "contrast ratio".
    pub fn contrast(self, other: Self) -> f64 {
        let (high, low) = (
            self.luminance().max(other.luminance()),
            self.luminance().min(other.luminance()),
        );
        (high + 0.05) / (low + 0.05)
    }

    fn luminance(self) -> f64 {
        let [r, g, b] = [self.0, self.1, self.2].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_read_in_each_form() {
        for text in ["ff8800", "#ff8800", "F80", " 255, 136,0 "] {
            assert_eq!(Colour::parse(text), Some(Colour(255, 136, 0)), "{text}");
        }
        assert_eq!(Colour::parse("Teal"), Some(Colour(0, 128, 128)));
        for text in ["", "ff88", "gg8800", "256,0,0", "1,2", "#", "réd", "ff8800ff"] {
            assert_eq!(Colour::parse(text), None, "{text}");
        }
    }

    #[test]
    fn hue_saturation_and_lightness_lead_back_to_the_colour() {
        for (_, colour) in NAMES {
            let (hue, saturation, lightness) = colour.hsl();
            assert_eq!(Colour::from_hsl(hue, saturation, lightness), colour);
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        let (black, white) = (Colour(0, 0, 0), Colour(255, 255, 255));
        assert_eq!(black.contrast(white), 21.0);
        assert_eq!(white.contrast(white), 1.0);
    }
}
