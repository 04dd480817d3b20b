L=''; lg() { cat $L; : > $L; }
